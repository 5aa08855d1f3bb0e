// Draws the position: what each seat has, and what all share.

import { html, places } from "../builder/dom.js";
import { Item, Lines, marked } from "../table/areas.js";
import { set, state } from "../table/store.js";
import { act, player } from "./state.js";
import { sees, shown } from "./position.js";
import { words } from "../words.js";

const NONE = new Map(); // nothing is offered: anything may be done

/** A thing as it is drawn, for who looks. */
export function itemOf(thing, known = false) {
  const { at, viewer, request, peeked } = state;
  const seen = known || sees(at, thing, thing.at, viewer) || (request.open && sees(at, thing, thing.at, at.turn));
  const die = shown(thing);
  const item = { key: String(thing.id), card: seen ? thing.card || null : null, turned: thing.turned, marks: [] };
  const name = seen || peeked === thing.id ? thing.name : words("hidden");
  if (seen && (die || !thing.card)) Object.assign(item, { card: null, shows: die || thing.name });
  if (thing.counters) item.marks.push(["●", thing.counters]);
  if (thing.note) item.marks.push([thing.note, ""]);
  if (seen && !thing.up) item.marks.push([words("face-down"), ""]);
  return { ...item, name, said: name };
}

/** An area with what lies in it; null for one that is drawn only when something does. */
function drawnArea({ late, ...area }, whose) {
  const { at } = state;
  const key = `${area.id}/${whose}`;
  if (area.kind === "counters") return { ...area, key, value: at.counts.get(key) };
  const ids = at.zones.get(key);
  if (late && !ids.length) return null;
  const items = area.kind === "pile" ? [] : area.id === "supply" ? alike(ids) : ids.map((id) => itemOf(at.things[id]));
  return { ...area, key, items, count: ids.length };
}

/** Things of which there are many lie on each other: one item for all that are alike. */
function alike(ids) {
  const { things } = state.at;
  const look = ({ card, name, up, turned, counters, note }) => [card, name, up, turned, counters, note].join();
  const groups = Map.groupBy(ids, (id) => look(things[id]));
  return [...groups.values()].map((same) => {
    const item = itemOf(things[same[0]]);
    return same.length > 1 ? { ...item, marks: [["×", same.length], ...item.marks] } : item;
  });
}

const linesOf = (lines, whose) =>
  lines.map((line) => line.map((area) => drawnArea(area, whose)).filter(Boolean)).filter((line) => line.length);

/** Open a thing, or choose it among several. */
export function open(key) {
  const { several, chosen } = state;
  if (!several) return set({ menu: key, peeked: -1 });
  set({ chosen: chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key] });
}

function Area({ area, whose }) {
  const { kind, title, key, items, count } = area;
  const label = whose ? words("area-of", { player: whose, area: title }) : title;
  if (kind === "counters") return html`<${Counter} area=${area} label=${label} />`;
  if (kind === "pile" || kind === "stack") return html`<${Pile} area=${area} label=${label} />`;
  return html`<div class=${`t-area t-${kind} f-area`} role="group" aria-label=${`${label}, ${count}`} data-area=${key}>
    <span class="t-label">${title}${count > 3 ? ` ${count}` : ""}</span>
    <div class="t-items">${items.map((item, n) => html`<${Thing} key=${item.key} item=${item} place=${`${label} ${n + 1}`} />`)}</div></div>`;
}

export function Thing({ item, place }) {
  const pressed = state.several || state.chosen.length ? String(state.chosen.includes(item.key)) : undefined;
  return html`<${Item} item=${item} place=${place} act=${() => open(item.key)} pressed=${pressed} tab=${true} />`;
}

function Counter({ area: { key, title, value }, label }) {
  const step = (change, sign, said) =>
    html`<button type="button" class="t-small f-step" data-key=${`${key}${sign}`} aria-label=${words(said, { area: label })} onClick=${() => act("count", key, change)}>${sign}</button>`;
  return html`<div class="t-area f-counter" role="group" aria-label=${`${label}, ${value}`}><span class="t-label">${marked(title)}</span>
    <div>${step(-1, "−", "less")}<b>${value}</b>${step(1, "+", "more")}</div></div>`;
}

/** A pile, or a stack whose newest card is seen: one button, which shows what may be done with it. */
function Pile({ area: { key, title, kind, items, count }, label }) {
  const top = kind === "stack" ? items.at(-1) : null;
  return html`<div class="t-area t-pile f-area" role="group" aria-label=${label} data-area=${key}><span class="t-label">${title}</span>
    <div class="t-items">${top && html`<${Thing} item=${top} place=${label} />`}
    ${
      top
        ? count > 1 &&
          html`<button type="button" class="t-small" data-key=${key} aria-label=${words("all-of", { n: count, area: label })} onClick=${() => set({ pile: { zone: key, seen: true } })}>${count}</button>`
        : html`<button type="button" class=${`f-pile ${count ? "t-back" : "t-slot"}`} data-key=${key} aria-label=${words("pile-of", { n: count, area: label })} onClick=${() => set({ pile: { zone: key, seen: kind === "stack" } })}>
          ${count > 0 && places.back && html`<img src=${places.back} alt="" draggable=${false} />`}<b>${count}</b></button>`
    }</div></div>`;
}

export function Table() {
  const { at, viewer } = state;
  const shared = linesOf(places.free.table, "-");
  const seats = Array.from({ length: at.game.players }, (_, seat) => seat);
  return html`<div class="t-table">
    <div class="t-others">${seats.filter((seat) => seat !== viewer).map((seat) => html`<${Seat} key=${seat} seat=${seat} />`)}</div>
    ${shared.length > 0 && html`<section class="t-shared" aria-label=${words("shared")}><${Lines} lines=${shared} options=${NONE} whose="" Drawn=${Area} /></section>`}
    <${Seat} key=${viewer} seat=${viewer} own />
  </div>`;
}

function Seat({ seat, own }) {
  const { at, viewer } = state;
  const lines = linesOf(places.free.seat, seat);
  const type = own ? " t-own" : places.free.others === "turned" ? " t-turned" : "";
  const name = player(seat);
  const mirrored = !own && places.free.others !== "same";
  return html`<section class=${`t-seat${type}${at.turn === seat ? " t-acts" : ""}`} aria-label=${name}>
    <h2 class="t-player">${name}${at.turn === seat && html` <small>${words("has-turn")}</small>`}</h2>
    <${Lines} lines=${mirrored ? lines.reverse() : lines} options=${NONE} whose=${seat === viewer ? "" : name} own=${own} Drawn=${Area} /></section>`;
}
