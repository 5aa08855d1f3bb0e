// The deck builder's entry point and the frame of its page.

import { h, render } from "../vendor/preact/preact.mjs";
import {
  cardOf,
  count_,
  keep,
  keepBoth,
  links,
  ofServer,
  redo,
  sample,
  start,
  startNew,
  take,
  undo,
} from "./actions.js";
import { get, readiness, speak } from "./api.js";
import { count } from "./decks.js";
import { Dialog } from "./dialogs.js";
import { html, places } from "./dom.js";
import { Finder } from "./finder.js";
import { listen } from "./keys.js";
import { Deck, Mark, Peek } from "./panel.js";
import { Compare, Numbers, Out } from "./panels.js";
import { compareSoon, remembered } from "./proxies.js";
import { set, state, watch } from "./store.js";
import { recall } from "../browser.js";
import { page, words } from "../words.js";

const root = document.getElementById("builder");
const TABS = { deck: Deck, numbers: Numbers, compare: Compare, out: Out, shelf: null }; // which is loaded when opened

function Builder() {
  const Tab = TABS[state.tab];
  return html`<header class="b-bar">
      <h1 class="b-title">${words("title")}</h1>
      <div class="b-tools" role="toolbar" aria-label=${words("deck")}>
        <button type="button" id="b-undo" disabled=${!state.past.length} onClick=${undo} title="u"><span aria-hidden="true">↶ </span><span class="b-word">${words("undo")}</span></button>
        <button type="button" id="b-redo" disabled=${!state.future.length} onClick=${redo} title="r"><span aria-hidden="true">↷ </span><span class="b-word">${words("redo")}</span></button>
        <button type="button" id="b-open-paste" onClick=${() => set({ dialog: "paste", pasteFailed: "" })}>${words("paste")}</button>
        <select aria-label=${words("sample")} id="b-sample" value="" onChange=${(event) => event.target.value && sample(event.target.value)}>
          <option value="">${words("sample")}</option>${state.game.decks.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}</select>
        <button type="button" onClick=${startNew}>${words("new")}</button>
        ${places.play && html`<button type="button" id="b-play" disabled=${!count(state.deck)} onClick=${() => playAt(places.play)}>${words("play")}</button>`}
        ${places.trials[state.deck.format || state.game.formats[0].id] ? html`<button type="button" id="b-trial" disabled=${!count(state.deck)} onClick=${tryIt}>${words("trial")}</button>` : Object.keys(places.trials).length > 0 && html`<small class="b-quiet">${words("trial-none")}</small>`}
        <button type="button" id="b-table" disabled=${!count(state.deck)} onClick=${() => playAt(places.table)}>${words("table")}</button>
        <button type="button" class="b-keys-button" onClick=${() => set({ dialog: "keys" })} title="?">${words("keys")}</button>
      </div>
    </header>
    ${state.notice && html`<p class="b-notice" role="alert">${state.notice} <button type="button" class="b-plain" onClick=${() => set({ notice: "" })}>${words("close")}</button></p>`}
    ${state.conflict && html`<p class="b-notice" role="alert" id="b-conflict">${words("conflict")} <button type="button" onClick=${() => take(state.conflict)}>${words("take-other")}</button> <button type="button" onClick=${keepBoth}>${words("keep-both")}</button></p>`}
    <div class="b-sides">
      <${Finder} />
      <section class="b-panel" aria-label=${words("deck")} hidden=${state.narrow && state.side !== "deck"}>
        <div class="b-tabs" role="tablist" onKeyDown=${walkTabs}>${Object.keys(TABS).map((name) => html`<button type="button" role="tab" id=${`b-tab-${name}`} aria-controls="b-tab" aria-selected=${state.tab === name} tabindex=${state.tab === name ? 0 : -1} onClick=${() => set({ tab: name })}>${words(name)}</button>`)}</div>
        <h2 class="b-said">${words(state.tab)}</h2><div id="b-tab" role="tabpanel" aria-labelledby=${`b-tab-${state.tab}`} key=${state.tab}>${Tab && html`<${Tab} />`}</div>
      </section>
    </div>
    <${Peek} />
    <nav class="b-switch" aria-label=${words("deck")}>
      <button type="button" aria-pressed=${state.side === "cards"} onClick=${() => set({ side: "cards" })}>${words("cards")}</button>
      <button type="button" aria-pressed=${state.side === "deck"} onClick=${() => set({ side: "deck" })}>${words("deck")} ${count(state.deck)} <${Mark} /></button>
    </nav>
    <${Dialog} />
    <p class="b-said" role="status" aria-live="polite">${state.said}</p>
    <p class="b-said" role="status" aria-live="polite">${state.saidVerdict ?? ""}</p>
    <p class="b-said" role="status" aria-live="polite">${state.saidFound ?? ""}</p>`;
}

/** Go to a table with this deck. */
async function playAt(place) {
  await keep();
  if (!state.shelved || state.conflict) return;
  const address = new URL(place, location.href);
  address.searchParams.set("deck", `own:${state.shelved}`);
  location.href = address.href;
}

const tryIt = () => import("./later/trial.js").then((it) => it.startTrial());

function walkTabs(event) {
  const names = Object.keys(TABS),
    step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  set({ tab: names[(names.indexOf(state.tab) + step + names.length) % names.length] });
  queueMicrotask(() => document.getElementById(`b-tab-${state.tab}`).focus());
}

// Requests the data of the open tab and dialog: after a change of the state, never while the page is drawn.
const asked = {}; // the last request for each kind of data

function isNew(thing, of) {
  if (asked[thing] === of) return false;
  asked[thing] = of;
  return true;
}

function askForWhatIsOpen() {
  const { deck, dialog, game, tab } = state;
  if (tab === "numbers" && isNew("numbers", deck)) count_();
  if (tab === "out") {
    if (state.have === undefined) set({ have: remembered() });
    if (isNew("links", deck)) {
      set({ links: null }); // never those of another deck
      links().then((found) => state.deck === deck && set({ links: found }));
    }
    if (state.lacking && state.lackingOf !== deck && isNew("lacking", deck)) compareSoon();
  }
  if (tab === "shelf" && isNew("shelf", game)) {
    import("./later/shelves.js").then(({ Shelf }) => ((TABS.shelf = Shelf), set({})));
    ofServer((it) => it.listServed());
  }
  const card = dialog?.card;
  if (card && state.names.has(card) && !state.rulings.has(card)) cardOf(card).catch(() => {});
}

function narrowness() {
  const query = matchMedia("(max-width: 819px)");
  const update = () => set({ narrow: query.matches });
  query.addEventListener("change", update);
  update();
}

set({ keys: recall("arsenal-keys") !== "off" });
try {
  let game = await get(`/games/${root.dataset.game}/building`);
  speak(game.languages);
  if (game.languages.includes(page()) && page() !== game.languages[0])
    game = await get(`/games/${root.dataset.game}/building`, { lang: page() });
  await start(game);
  narrowness();
  root.replaceChildren();
  watch(askForWhatIsOpen);
  watch(() => render(h(Builder), root));
  set({});
  readiness(({ ready, failed, step }) => set({ starting: ready || failed ? "" : step }));
  listen(root);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && state.filed && keep());
  root.dataset.ready = "";
} catch (error) {
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  said.textContent = error.message;
  root.append(said);
  throw error;
}
