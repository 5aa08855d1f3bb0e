// The dialogs: what may be done with a thing, with a pile, and with dice, tokens and the whole table.

import { card as cardAt, closing, ended, html, picture, places, shown } from "../builder/dom.js";
import { Keys, Link } from "../table/parts.js";
import { set, state } from "../table/store.js";
import { MOST, areaOf, handOf, pileOf, seatOf, sees } from "./position.js";
import { act, newGame, placeName } from "./state.js";
import { Thing, itemOf } from "./view.js";
import { words } from "../words.js";

const FEW = 4; // shared places that are options rather than in a list
const SIDES = [2, 4, 6, 8, 10, 12, 20];

/** The things that are meant: those that are chosen, where the open one is among them. */
const meant = () => (state.chosen.includes(state.menu) ? state.chosen : [state.menu]).map(Number);

const Option = ({ does, children, id }) =>
  html`<button type="button" class="t-option" id=${id} data-option onClick=${does}>${children}</button>`;

/** Where something can go: places of one's own and those of all as options, those of others in a list. */
function Ways({ from, go }) {
  const { at, viewer } = state;
  const zones = [...at.zones.keys()].filter((zone) => zone !== from);
  const usual = zones.filter((zone) => !areaOf(at, zone).late);
  const own = usual.filter((zone) => seatOf(zone) === viewer);
  const shared = usual.filter((zone) => Number.isNaN(seatOf(zone)));
  const first = shared.length <= FEW ? [...own, ...shared] : own;
  const more = zones.filter((zone) => !first.includes(zone));
  const isPile = (zone) => areaOf(at, zone).sees === "nobody";
  const under = [...first, from].filter(isPile);
  return html`${first.map((zone) => html`<${Option} key=${zone} does=${() => go(zone)}>${words(isPile(zone) ? "to-top" : "to", { area: placeName(zone) })}<//>`)}
    ${under.map((zone) => html`<${Option} key=${`${zone}-under`} does=${() => go(zone, 0)}>${words("to-bottom", { area: placeName(zone) })}<//>`)}
    ${more.length > 0 && html`<label class="f-other">${words("elsewhere")} <select id="f-elsewhere" onChange=${(event) => event.target.value && go(event.target.value)}><option value="">…</option>${more.map((zone) => html`<option value=${zone}>${placeName(zone)}</option>`)}</select></label>`}`;
}

/** What may be done with a thing, with its picture. */
export function Menu() {
  const { at, menu, peeked, viewer } = state;
  if (menu === null || !at.things[menu]?.at) return null;
  const thing = at.things[menu],
    ids = meant();
  const isPeeked = peeked === thing.id;
  const looked = state.pile?.seen && state.pile.zone === thing.at;
  const item = itemOf(thing, isPeeked || looked);
  const close = () => set({ menu: null, peeked: -1 });
  const title = ids.length > 1 ? words("n-cards", { n: ids.length }) : item.name;
  const lies = areaOf(at, thing.at).sees === "everybody";
  const dice = ids.filter((id) => at.things[id].sides || at.things[id].faces.length);
  const note = (event) => (event.preventDefault(), act("note", thing.id, event.target.elements.note.value.trim()));
  return html`<dialog class="t-menu" ref=${shown} ...${closing(close)} aria-label=${title} key="menu"
    onClick=${ended(close)}>
    ${item.card && html`<img class="t-large" src=${picture(item.card, 500)} alt="" />`}
    <div class="f-menu"><h2>${title}</h2>
    ${dice.length > 0 && html`<${Option} id="f-roll-it" does=${() => act("roll", dice)}>${words("roll")}<//>`}
    <${Ways} from=${thing.at} go=${(to, index = null) => act("move", ids, to, index)} />
    ${
      lies &&
      html`<${Option} does=${() => act("turn", ids, thing.turned ? 0 : 1)}>${words(thing.turned ? "straighten" : "turn")}<//>
      <${Option} does=${() => act("turn", ids, 2)}>${words("turn-over")}<//>
      <p class="f-count">${words("counters", { n: thing.counters })} <button type="button" class="t-small" id="f-less" aria-label=${words("less", { area: title })} onClick=${() => counted(thing.id, -1)}>−</button> <button type="button" class="t-small" id="f-more" aria-label=${words("more", { area: title })} onClick=${() => counted(thing.id, 1)}>+</button></p>`
    }
    ${!looked && html`<${Option} does=${() => act("flip", ids)}>${words(thing.up ? "flip-down" : "flip-up")}<//>`}
    ${lies && !thing.up && !isPeeked && html`<${Option} does=${() => (act("search", thing.id), set({ menu: String(thing.id), peeked: thing.id }))}>${words("peek")}<//>`}
    ${(lies || sees(at, thing, thing.at, viewer)) && html`<form class="f-note" onSubmit=${note}><label>${words("note")} <input name="note" value=${thing.note} maxlength=${MOST.text} autocomplete="off" /></label> <button class="t-small">${words("write")}</button></form>`}
    <p>${item.card && html`<a href=${cardAt(item.card)} target="_blank" rel="noopener">${words("about")}</a> `}<button type="button" class="t-option" onClick=${close}>${words("close")}</button></p></div></dialog>`;
}

function counted(id, change) {
  act("count", id, change);
  set({ menu: String(id) });
}

/** What may be done with a pile, and the cards of one that is looked through. */
export function Pile() {
  const { at, pile, viewer } = state;
  if (!pile) return null;
  const { zone, seen } = pile;
  const ids = [...at.zones.get(zone)].reverse();
  const top = ids[0];
  const close = () => set({ pile: null });
  const title = words("pile-of", { n: ids.length, area: placeName(zone) });
  const hidden = areaOf(at, zone).sees === "nobody";
  const search = () => (act("search", zone), set({ pile: { zone, seen: true } }));
  return html`<dialog class="t-panel f-pile-panel" ref=${shown} ...${closing(close)} aria-label=${title} key="pile"><h2>${title}</h2>
    ${seen && html`<div class="t-items f-found">${ids.map((id, n) => html`<${Thing} key=${id} item=${itemOf(at.things[id], true)} place=${String(n + 1)} />`)}</div>`}
    <div class="f-menu">
    ${zone === pileOf(at, viewer) && at.zones.has(handOf(at, viewer)) && ids.length > 0 && html`<${Option} does=${() => act("draw", 1)}>${words("draw", { n: 1 })}<//>`}
    ${ids.length > 1 && html`<${Option} id="f-shuffle" does=${() => (act("shuffle", zone), close())}>${words(seen && hidden ? "shuffle-close" : "shuffle")}<//>`}
    ${!seen && ids.length > 0 && html`<${Option} id="f-search" does=${search}>${words("search")}<//>`}
    ${
      ids.length > 0 &&
      html`<details><summary>${words("top-card")}</summary><${Ways} from=${zone} go=${(to, index = null) => act("move", [top], to, index)} /></details>
      <details><summary>${words("all-cards", { n: ids.length })}</summary><${Ways} from=${zone} go=${(to, index = null) => (act("move", [...ids].reverse(), to, index), close())} /></details>`
    }
    <p><button type="button" class="t-option" onClick=${close}>${words("close")}</button></p></div></dialog>`;
}

function Dice({ close }) {
  const roll = (event) => {
    event.preventDefault();
    const { sides, number } = event.target.elements;
    act("throw", Number(sides.value), Math.min(MOST.dice, Math.max(1, Math.trunc(Number(number.value)) || 1)));
    close();
  };
  const { at } = state;
  const dice = at.things.filter((one) => one.at && one.faces.length && areaOf(at, one.at).sees === "everybody");
  return html`<h2>${words("dice")}</h2>
    <form class="t-field" onSubmit=${roll}><label><span>${words("sides")}</span><select name="sides" class="t-option">${SIDES.map((n) => html`<option value=${n} selected=${n === 6}>${n}</option>`)}</select></label>
    <label><span>${words("how-many")}</span><input name="number" type="number" min="1" max=${MOST.dice} value="1" /></label>
    <p class="t-fixed"><button class="t-option t-main" id="f-roll">${words("roll")}</button><button type="button" class="t-option" onClick=${close}>${words("cancel")}</button></p></form>
    ${
      dice.length > 0 &&
      html`<p><button type="button" class="t-option" id="f-roll-all" onClick=${() => (
        act(
          "roll",
          dice.map((one) => one.id),
        ),
        close()
      )}>${words("roll-all", { n: dice.length })}</button></p>`
    }`;
}

function Token({ close }) {
  const { at, viewer } = state;
  const byName = new Map(Object.entries(places.cards).map(([id, said]) => [[said].flat()[0], id]));
  const zones = [...at.zones.keys()].filter((zone) => !(seatOf(zone) >= 0) || seatOf(zone) === viewer);
  const put = (event) => {
    event.preventDefault();
    const { name, zone } = event.target.elements;
    const text = name.value.trim().slice(0, MOST.text);
    if (text) act("token", byName.get(text) ?? text, zone.value);
    close();
  };
  return html`<h2>${words("token")}</h2><p class="t-tip">${words("token-hint")}</p>
    <form class="t-field" onSubmit=${put}><label><span>${words("name")}</span><input name="name" id="f-token-name" class="t-option" list="f-names" maxlength=${MOST.text} autocomplete="off" required /></label>
    <datalist id="f-names">${[...byName.keys()].map((name) => html`<option value=${name}></option>`)}</datalist>
    <label><span>${words("where")}</span><select name="zone">${zones.map((zone) => html`<option value=${zone} selected=${areaOf(at, zone).kind === "row"}>${placeName(zone)}</option>`)}</select></label>
    <p class="t-fixed"><button class="t-option t-main" id="f-put">${words("put")}</button><button type="button" class="t-option" onClick=${close}>${words("cancel")}</button></p></form>`;
}

const Reset = ({ close }) =>
  html`<h2>${words("reset")}</h2><div class="f-menu">
    <${Option} id="f-reset-layout" does=${() => (act("reset", "layout"), close())}>${words("reset-layout")}<//>
    <${Option} id="f-reset-game" does=${() => (act("reset", "game"), close())}>${words("reset-game")}<//>
    <${Option} id="f-new" does=${newGame}>${words("new")}<//>
    <${Option} does=${close}>${words("cancel")}<//></div>`;

/** The dialogs by their names. */
export const PANELS = { dice: Dice, token: Token, reset: Reset, link: Link, keys: Keys };
