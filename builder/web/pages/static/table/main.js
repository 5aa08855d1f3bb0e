// The page's entry point: the frame of the table, its tools, the log and the keys.

import { h, render } from "../vendor/preact/preact.mjs";
import { get, readiness, speak } from "../builder/api.js";
import { html } from "../builder/dom.js";
import { Lines } from "./areas.js";
import { Menu, Question, grouped } from "./choices.js";
import { hold } from "./hold.js";
import { fromLink } from "./link.js";
import { moved, skipMotion, snapshot } from "./motion.js";
import { Curtain, Failed, Keys, Large, Link, Log, Panel, Words, Zoom, copyLink, selectorOf, walk } from "./parts.js";
import { Start, first, ofAddress } from "./start.js";
import {
  begin,
  concede,
  hint,
  look,
  lookBack,
  lookNow,
  newGame,
  open,
  openFile,
  over,
  people,
  playFrom,
  saved,
  skip,
  undo,
} from "./state.js";
import { game, set, state, watch } from "./store.js";
import { save } from "../browser.js";
import { words } from "../words.js";

const root = document.getElementById("table");
const LETTERS = { p: "pass", n: "next", u: "undo", h: "hint", l: "log", z: "zoom", s: "skip", "?": "keys" };
const KEYS = [...Object.entries(LETTERS), ["1–9", "choose"], ["← →", "walk"], ["Enter", "open"], ["Esc", "close"]];

function Table() {
  const { setup, answer, curtain } = state;
  return html`<header class="t-bar"><h1 class="t-title">${words("title")}</h1>${state.request && html`<${Tools} />`}</header>
    <${Failed} />
    ${state.starting && html`<p class="t-tip">${words("starting")}</p>`}
    ${setup ? html`<${Start} begin=${begin}><p><label>${words("open-file")} <input type="file" id="t-file" accept=".json,application/json" onChange=${(event) => event.target.files[0] && openFile(event.target.files[0])} /></label></p><//>` : curtain !== null ? html`<${Curtain} title=${words("decides", { name: answer.names[curtain] })} look=${look} />` : answer ? html`<${Game} answer=${state.back ?? answer} />` : html`<p class="t-tip">${words("dealing")}</p>`}
    <${Panel} panels=${PANELS} keys=${KEYS} said=${(name) => words(`key-${name}`)} />
    <p class="t-said" role="status" aria-live="polite">${state.said}</p>`;
}

function Tools() {
  const { answer } = state;
  return html`<div class="t-tools" role="toolbar" aria-label=${words("tools")}>
    <button type="button" id="t-undo" disabled=${answer?.undo == null || state.busy || state.back} onClick=${undo}>${words("undo")}</button>
    <button type="button" id="t-hint" disabled=${!answer?.choices.length || state.busy} onClick=${hint}>${words("hint")}</button>
    <button type="button" id="t-link" onClick=${copyLink}>${words("link")}</button>
    <button type="button" id="t-save" disabled=${!answer || state.busy} onClick=${async () => save(await saved(), `${game}.json`)}>${words("save-file")}</button>
    <button type="button" id="t-back" aria-pressed=${String(state.slider !== null)} disabled=${!state.request.options.length} onClick=${() => (state.slider === null ? lookBack(state.request.options.length) : lookNow())}>${words("look-back")}</button>
    <button type="button" id="t-concede" disabled=${!answer?.left || over() || !people().includes(state.viewer)} onClick=${() => set({ panel: "concede" })}>${words("concede")}</button>
    <button type="button" id="t-new" onClick=${newGame}>${words("new")}</button>
    <button type="button" id="t-keys" onClick=${() => set({ panel: "keys" })} title="?">${words("keys")}</button></div>`;
}

function Game({ answer }) {
  const { table } = answer;
  const past = state.back !== null && state.back !== undefined;
  const options = past ? new Map() : grouped(answer).placed;
  const own = table.seats.filter((one) => one.own);
  const others = table.seats.filter((one) => !one.own);
  return html`<div class="t-game" aria-busy=${state.busy}>
    <div class="t-table">
      <div class="t-others">${others.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} options=${options} others=${table.others} answer=${answer} />`)}</div>
      <section class="t-shared" aria-label=${words("shared")}><${Words} said=${table.words} /><${Lines} lines=${table.lines} options=${options} whose="" /></section>
      ${own.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} options=${options} others="same" answer=${answer} />`)}
    </div>
    <aside class="t-side">
      ${past ? html`<${Slider} />` : html`<${Question} answer=${answer} />`}
      <${Zoom} />
      <${Log} log=${past ? answer.events : state.log} />
    </aside></div>
    ${!past && html`<${Menu} answer=${answer} options=${options} />`}`;
}

function Seat({ seat, options, others, answer }) {
  const name = answer.names[seat.seat];
  const key = `seat:${seat.seat}`;
  const can = options.get(key);
  const turned = others === "turned";
  const lines = others === "same" ? seat.lines : [...seat.lines].reverse();
  const types = `t-seat${seat.own ? " t-own" : ""}${seat.acts ? " t-acts" : ""}${turned ? " t-turned" : ""}`;
  return html`<section class=${types} aria-label=${name}>
    <h2 class="t-player">${can ? html`<button type="button" class="t-option t-can" data-key=${key} onClick=${() => set({ menu: key })}>${name}</button>` : name}${seat.acts && html` <small>${words(seat.own ? "acts-own" : "acts")}</small>`}</h2>
    <${Words} said=${seat.words} /><${Lines} lines=${lines} options=${options} whose=${seat.own ? "" : name} own=${seat.own} /></section>`;
}

function Slider() {
  const most = state.request.options.length;
  return html`<section class="t-question"><label>${words("after", { n: state.slider })}
    <input type="range" id="t-slider" min="0" max=${most} value=${state.slider} onInput=${(event) => lookBack(Number(event.target.value))} /></label>
    <p class="t-fixed"><button type="button" class="t-option" id="t-play-from" onClick=${playFrom}>${words("play-from")}</button><button type="button" class="t-option" onClick=${lookNow}>${words("look-now")}</button></p></section>`;
}

const Again = ({ close }) =>
  html`<h2>${words("again")}</h2><p class="t-fixed"><button type="button" class="t-option t-main" id="t-same" onClick=${() => (close(), sameAgain())}>${words("same-again")}</button><button type="button" class="t-option" onClick=${() => (close(), newGame())}>${words("new")}</button></p>`;

function sameAgain() {
  open({ ...state.request, seed: Math.floor(Math.random() * 2 ** 48), options: [], conceded: [] });
}

const Sure = ({ close }) =>
  html`<h2>${words("concede-sure")}</h2><p class="t-fixed"><button type="button" class="t-option t-main" id="t-concede-yes" onClick=${() => (close(), concede())}>${words("concede")}</button><button type="button" class="t-option" onClick=${close}>${words("cancel")}</button></p>`;

const PANELS = { keys: Keys, concede: Sure, link: Link, again: Again, card: Large };

// Keys. Letters press what has their name; digits an option of the open menu, or of the question.
function press(event) {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest("input:not([type=checkbox]), select, textarea")
  )
    return;
  const within = document.querySelector("dialog[open]") ?? root;
  const click = (selector) => within.querySelector(selector)?.click();
  if (/^[1-9]$/.test(event.key))
    [...within.querySelectorAll("dialog .t-option[data-option], .t-options .t-option")]
      .filter((one) => within !== root || !one.closest("dialog"))
      [event.key - 1]?.click();
  else if (event.key === "s") skip();
  else if (within !== root) return;
  else if (event.key === "p") click(".t-pass");
  else if (event.key === "n") click(".t-next");
  else if (event.key === "u") undo();
  else if (event.key === "h") hint();
  else if (event.key === "l") root.querySelector(".t-log ol")?.focus();
  else if (event.key === "z") set({ menu: document.activeElement?.dataset.key ?? null });
  else if (event.key === "?") set({ panel: "keys" });
  else if (event.key === "ArrowRight" || event.key === "ArrowLeft") walk(walked(), event.key === "ArrowRight" ? 1 : -1);
  else return;
  event.preventDefault();
}

/** The things that arrows lead through: those that may do something, if there are any. */
function walked() {
  const can = [...root.querySelectorAll(".t-table .t-can")];
  return can.length ? can : [...root.querySelectorAll(".t-table button[data-key]")];
}

let drawn = null; // the answer that is drawn
let focused = null; // what had the focus, as a selector

function draw() {
  const now = state.back ?? state.answer;
  const before = drawn !== now ? snapshot() : null;
  const focus = document.activeElement;
  if (root.contains(focus)) focused = selectorOf(focus) || ".t-can";
  render(h(Table), root);
  if (drawn === now) return focus?.isConnected || root.querySelector(focused)?.focus();
  drawn = now;
  moved(before, state.back ? [] : state.log.slice(state.news));
  const log = root.querySelector(".t-log ol");
  if (log) log.scrollTop = log.scrollHeight;
  if (focused && !state.busy && document.activeElement === document.body)
    (root.querySelector(focused) ?? root.querySelector(".t-can, .t-question button:not(:disabled)"))?.focus();
}

try {
  const { languages } = await get(`/games/${game}/building`);
  speak(languages);
  await first();
  root.replaceChildren();
  watch(draw);
  const found = await ofAddress(fromLink);
  if (found) (set({ lastSetup: state.setup }), open(found));
  else if (new URLSearchParams(location.search).has("deck")) (set({ lastSetup: state.setup }), begin());
  set({});
  readiness(({ ready, failed }) =>
    set({ starting: ready || failed ? "" : "yes", failed: failed ? String(failed) : state.failed }),
  );
  addEventListener("keydown", press);
  for (const one of ["keydown", "pointerdown"]) addEventListener(one, skipMotion, { capture: true });
  root.addEventListener("click", (event) => event.target.closest("button, input, a, dialog") ?? skip());
  hold(root, (card) => set({ zoom: card, panel: "card", menu: null }));
  root.dataset.ready = "";
} catch (error) {
  root.append(Object.assign(document.createElement("p"), { textContent: error.message }));
  throw error;
}
