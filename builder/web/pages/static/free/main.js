// The free table's entry point: the frame of the page, its tools, the log and the keys.

import { h, render } from "../vendor/preact/preact.mjs";
import { html, places } from "../builder/dom.js";
import { moved, snapshot } from "../table/motion.js";
import { Curtain, Failed, Log, Panel, Zoom, copyLink, selectorOf, walk } from "../table/parts.js";
import { Start, first } from "../table/start.js";
import { set, state, watch } from "../table/store.js";
import { listen } from "./drag.js";
import { Menu, PANELS, Pile } from "./menus.js";
import { areaOf, handOf, pileOf, redrawsLeft } from "./position.js";
import { act, begin, download, inWords, linked, look, openFile, player, show, undo } from "./state.js";
import { Table, open } from "./view.js";
import { words } from "../words.js";

const root = document.getElementById("table");
const THINGS = ".t-table button[data-key]";
const KEYS = [
  ["← →", "walk"],
  ["Enter", "open"],
  ["1–9", "option"],
  ["x", "choose"],
  ["t", "turn"],
  ["f", "flip"],
  ["+ −", "count"],
  ["d", "draw"],
  ["s", "shuffle"],
  ["n", "next"],
  ["r", "dice"],
  ["k", "token"],
  ["u", "undo"],
  ["l", "log"],
  ["?", "keys"],
  ["Esc", "close"],
];

function Page() {
  const { setup, at, curtain, long, request } = state;
  return html`<header class="t-bar"><h1 class="t-title">${words("free-title")}</h1>${request && html`<${Tools} />`}</header>
    <${Failed} />
    ${request && long && html`<p class="t-tip">${words("long")}</p>`}
    ${setup ? html`<${Begin} />` : curtain !== null ? html`<${Curtain} title=${words("looks", { name: player(curtain) })} look=${() => look(curtain)} />` : at ? html`<${Game} />` : html`<p>${words("no-decks")} <a href=${places.build}>${words("build")}</a></p>`}
    <p class="t-said" role="status" aria-live="polite">${state.said}</p>`;
}

const Begin = () =>
  html`<${Start} begin=${begin} bots=${false}><p><label><input type="checkbox" id="f-open" checked=${state.open} onChange=${(event) => set({ open: event.target.checked })} /> ${words("open-hands")}</label></p><//>
    <p><${File} /></p>`;

const File = () =>
  html`<label class="f-file">${words("open-file")} <input type="file" id="f-file" accept=".json,application/json" onChange=${(event) => openFile(event.target.files[0])} /></label>`;

const Tool = ({ id, does, off = false, pressed, children }) =>
  html`<button type="button" id=${id} disabled=${off} aria-pressed=${pressed} onClick=${does}>${children}</button>`;

function Tools() {
  const { curtain, long, request, several } = state;
  const panel = (name) => () => set({ panel: name });
  return html`<div class="t-tools" role="toolbar" aria-label=${words("tools")}>
    <${Tool} id="f-undo" off=${!request.moves.length || curtain !== null} does=${() => undo()}>${words("undo")}<//>
    <${Tool} id="f-several" off=${curtain !== null} pressed=${String(several)} does=${() => set({ several: !several, chosen: [] })}>${words("several")}<//>
    <${Tool} id="f-dice" off=${curtain !== null} does=${panel("dice")}>${words("dice")}<//>
    <${Tool} id="f-token" off=${curtain !== null} does=${panel("token")}>${words("token")}<//>
    <${Tool} id="f-reset" off=${curtain !== null} does=${panel("reset")}>${words("reset")}<//>
    <${Tool} id="f-link" off=${long} does=${copyLink}>${words("link")}<//>
    <${Tool} id="f-save" does=${download}>${words("save-file")}<//>
    <${Tool} id="f-keys" does=${panel("keys")}>${words("keys")}<//></div>`;
}

function Game() {
  return html`<div class="t-game"><${Table} />
    <aside class="t-side"><${Turn} /><${Zoom} /><${Log} log=${state.log.map((one) => ({ said: inWords(one), card: one.card }))} /></aside></div>
    <${Pile} /><${Menu} /><${Panel} panels=${PANELS} keys=${KEYS} said=${(name) => words(`do-${name}`)} />`;
}

/** Whose turn it is, and the buttons that are needed most. */
function Turn() {
  const { at, viewer, chosen, several } = state;
  const { players } = at.game,
    pile = at.zones.get(pileOf(at, viewer)) ?? [];
  const redraws = pile.length && at.zones.has(handOf(at, viewer)) ? redrawsLeft(at, viewer) : 0;
  const draws = at.how.draw;
  return html`<section class="t-question" aria-label=${words("turn")}>
    <p class="t-who">${words("turn-of", { n: at.round, player: player(at.turn) })}</p>
    ${players > 1 && html`<label class="t-wish">${words("look-as")} <select id="f-seat" value=${viewer} onChange=${(event) => look(Number(event.target.value))}>${Array.from({ length: players }, (_, seat) => html`<option value=${seat} selected=${seat === viewer}>${player(seat)}</option>`)}</select></label>`}
    ${redraws > 0 && html`<p><button type="button" class="t-option" id="f-redraw" onClick=${() => act("redraw")}>${words("redraw", { n: redraws })}</button></p>`}
    ${several && html`<p class="t-tip">${words("several-hint")}</p>`}
    ${chosen.length > 0 && html`<p><button type="button" class="t-option t-main" id="f-with" onClick=${() => set({ menu: chosen[0] })}>${words("with-chosen", { n: chosen.length })}</button></p>`}
    <div class="t-fixed"><div>${places.free.pile && html`<button type="button" class="t-option" id="f-draw" disabled=${!pile.length} onClick=${() => act("draw", 1)}>${words("draw", { n: 1 })}</button>`}</div>
    <div><button type="button" class="t-option t-next" id="f-next" onClick=${() => act("next", draws)}>${draws ? words("next-draw", { n: draws }) : words("next-turn")}</button></div></div></section>`;
}

// Keys. What is done with a thing is done with the one in focus, or with all that are chosen.
function press(event) {
  const { at, chosen, curtain, several } = state;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const dialogs = [...document.querySelectorAll("dialog[open]")],
    dialog = dialogs.at(-1);
  if (dialog && /^[1-9]$/.test(event.key)) dialog.querySelectorAll("[data-option]")[event.key - 1]?.click();
  if (dialog || !at || curtain !== null) return;
  const key = document.activeElement?.dataset.key ?? "";
  const id = /^\d+$/.test(key) ? Number(key) : null;
  const ids = chosen.length ? chosen.map(Number) : id === null ? [] : [id];
  const thing = at.things[ids[0]];
  const lies = thing && areaOf(at, thing.at).sees === "everybody";
  const count = (change) =>
    id === null
      ? at.counts.has(key.slice(0, -1)) && act("count", key.slice(0, -1), change)
      : lies && act("count", id, change);
  const does = {
    ArrowRight: () => walk([...root.querySelectorAll(THINGS)], 1),
    ArrowLeft: () => walk([...root.querySelectorAll(THINGS)], -1),
    x: () => id !== null && (set({ several: true }), choose(key)),
    Escape: () => set({ chosen: [], several: false }),
    t: () => lies && act("turn", ids, thing.turned ? 0 : 1),
    f: () => thing && act("flip", ids),
    "+": () => count(1),
    "=": () => count(1),
    "-": () => count(-1),
    d: () => document.getElementById("f-draw")?.click(),
    s: () => act("shuffle", at.zones.has(key) ? key : pileOf(at, state.viewer)),
    n: () => act("next", at.how.draw),
    r: () => set({ panel: "dice" }),
    k: () => set({ panel: "token" }),
    u: () => state.request.moves.length && undo(),
    l: () => root.querySelector(".t-log ol")?.focus(),
    m: () => set({ several: !several, chosen: [] }),
    "?": () => set({ panel: "keys" }),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

function choose(key) {
  state.several = true;
  open(key);
}

function drop(key, zone, before) {
  const { at, chosen } = state;
  const top = at.zones.get(key)?.at(-1);
  const ids = /^\d+$/.test(key) ? (chosen.includes(key) ? chosen.map(Number) : [Number(key)]) : [top];
  if (ids[0] === undefined) return;
  const left = at.zones.get(zone).filter((id) => !ids.includes(id));
  const index = left.indexOf(Number(before));
  const whole = areaOf(at, zone).kind;
  if (whole === "pile" && at.things[ids[0]].at === zone) return;
  act("move", ids, zone, before === null || index < 0 || whole === "pile" || whole === "stack" ? null : index);
}

let drawn = null; // the log that is drawn, which is a new list after each move
let focused = ""; // what had the focus, as a selector

function draw() {
  const before = drawn !== state.log ? snapshot() : null;
  const focus = document.activeElement;
  if (root.contains(focus) && !focus.closest("dialog")) focused = selectorOf(focus);
  render(h(Page), root);
  if (drawn !== state.log) {
    drawn = state.log;
    moved(before);
    const log = root.querySelector(".t-log ol");
    if (log) log.scrollTop = log.scrollHeight;
  }
  if (state.at && document.activeElement === document.body)
    ((focused && root.querySelector(focused)) || root.querySelector(".t-own .t-card, #f-next"))?.focus({
      preventScroll: true,
    });
}

if (places.decks.length || (await hasOwn())) await first();
root.replaceChildren();
watch(draw);
const found = await linked();
set({ lastSetup: state.setup });
if (found) show(found);
else if (new URLSearchParams(location.search).has("deck") && state.setup) begin();
set({});
addEventListener("keydown", press);
listen(root, drop);
root.dataset.ready = "";

async function hasOwn() {
  const { all } = await import("../builder/shelf.js");
  return (await all(root.dataset.game).catch(() => [])).length > 0;
}
