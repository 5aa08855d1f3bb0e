// Test hands, and a small table to try them on: clicks draw, play and discard cards. Nothing is saved.

import { hand, nameOf } from "../actions.js";
import { count } from "../decks.js";
import { html, picture } from "../dom.js";
import { Sections } from "../panels.js";
import { say, set, state } from "../store.js";
import { words } from "../../words.js";

function become(changes, said) {
  const { past, ...before } = state.table;
  set({ table: { ...before, ...changes, past: [...past, before] } });
  say(`${said} ${words("table-said", { hand: state.table.hand.length, deck: state.table.deck.length })}`);
}

function back() {
  const { past } = state.table;
  if (!past.length) return say(words("nothing-to-undo"));
  set({ table: { ...past.at(-1), past: past.slice(0, -1) } });
  say(words("undone"));
}

function draw(number, turn = state.table.turn) {
  const { deck, hand } = state.table,
    drawn = deck.slice(0, number);
  become(
    { turn, hand: [...hand, ...drawn], deck: deck.slice(number) },
    words("drawn-said", { cards: drawn.map((card) => nameOf(card.id)).join(", ") || "–" }),
  );
}

function mill() {
  const [card, ...deck] = state.table.deck;
  if (card) become({ deck, discard: [card, ...state.table.discard] }, words("to-discard", { name: nameOf(card.id) }));
}

/** Move a card to another place: on top of it, but to the bottom of the deck. */
function put(card, from, to) {
  const without = state.table[from].filter((one) => one !== card);
  const there = to === "hand" || to === "deck" ? [...state.table[to], card] : [card, ...state.table[to]];
  become({ [from]: without, [to]: there }, words(`to-${to}`, { name: nameOf(card.id) }));
}

const nextTurn = () => draw(state.hand.draw ?? 1, state.table.turn + 1);

export function Hands() {
  const { hand: drawn, table } = state;
  const fresh = table && !table.past.length;
  return html`<div><${Sections} />
    <p class="b-buttons"><button type="button" class="b-main" id="b-draw" disabled=${!count(state.deck, state.section)} onClick=${() => hand()}>${words("draw-hand")}</button>
      ${fresh && drawn?.redraws && drawn.redraws.made < drawn.redraws.allowed && html`<button type="button" id="b-redraw" onClick=${() => hand({ redraws: drawn.redraws.made + 1 })}>${words("redraw", { n: drawn.redraws.allowed - drawn.redraws.made })}</button>`}</p>
    ${drawn?.failed && html`<p class="b-fault" role="alert">${drawn.failed}</p>`}
    ${
      drawn?.hands &&
      table &&
      html`<${Table} drawn=${drawn} table=${table} />
      <p class="b-quiet">${words("seed", { seed: String(drawn.seed) })}</p>
      ${drawn.hands.slice(0, -1).map((cards, at) => html`<h3>${words("first-hand", { number: at + 1 })}</h3><p>${cards.map((card) => nameOf(card.id)).join(", ")}</p>`)}`
    }</div>`;
}

function Table({ drawn, table }) {
  const empty = !table.deck.length;
  return html`<section class="b-table-top" id="b-table" aria-label=${words("table")} onKeyDown=${keys}>
    <p class="b-buttons"><b>${table.turn ? words("turn", { turn: table.turn }) : words("opening")}</b> <span id="b-left">${words("left-in", { n: table.deck.length })}</span></p>
    <p class="b-buttons"><button type="button" id="b-turn" disabled=${empty} title="n" onClick=${nextTurn}>${words("next-turn", { n: drawn.draw ?? 1 })}</button>
      <button type="button" id="b-draw-one" disabled=${empty} onClick=${() => draw(1)}>${words("draw-one")}</button>
      <button type="button" id="b-mill" disabled=${empty} onClick=${mill}>${words("mill")}</button>
      <button type="button" id="b-back" disabled=${!table.past.length} title="u" onClick=${back}>${words("undo")}</button></p>
    <${Place} zone="hand" cards=${table.hand} /><${Place} zone="played" cards=${table.played} /><${Place} zone="discard" cards=${table.discard} />
    ${state.keys && html`<p class="b-quiet b-keys-button">${words("hands-keys")}</p>`}</section>`;
}

// What a click on a card does, and where else it can go.
const CLICK = { hand: "played", played: "discard", discard: "hand" };
const WAYS = { hand: ["discard", "deck"], played: ["hand", "deck"], discard: ["played", "deck"] };

function Place({ zone, cards }) {
  if (zone !== "hand" && !cards.length) return null;
  return html`<h3>${words(`zone-${zone}`)} <small>${cards.length}</small></h3>
    <ul class="b-hand" id=${`b-${zone}`}>${cards.map(
      (card) => html`<li key=${card.key}>
      <button type="button" class="b-in" data-zone=${zone} data-key=${card.key} aria-label=${words(`do-${CLICK[zone]}`, { name: nameOf(card.id) })} onClick=${(event) => go(event, card, zone, CLICK[zone])}><img src=${picture(card.id, 250)} alt="" width="250" height="349" /><span>${nameOf(card.id)}</span></button>
      <span class="b-ways">${WAYS[zone].map((to) => html`<button type="button" class="b-step" tabindex=${state.keys ? -1 : 0} title=${words(`do-${to}`, { name: nameOf(card.id) })} aria-label=${words(`do-${to}`, { name: nameOf(card.id) })} onClick=${(event) => go(event, card, zone, to)}>${SIGNS[to]}</button>`)}
        <button type="button" class="b-step b-info" tabindex="-1" aria-label=${words("about", { name: nameOf(card.id) })} onClick=${() => set({ dialog: { card: card.id } })}>i</button></span></li>`,
    )}</ul>
    ${!cards.length && html`<p class="b-quiet">${words("zone-empty")}</p>`}`;
}

const SIGNS = { hand: "↑", played: "▶", discard: "✕", deck: "↧" };

/** Move a card, and focus the next one in its old place. */
function go(event, card, from, to) {
  const around = [...document.querySelectorAll(`#b-${from} .b-in`)],
    at = around.findIndex((one) => Number(one.dataset.key) === card.key);
  const next = around[at + 1]?.dataset.key ?? around[at - 1]?.dataset.key;
  put(card, from, to);
  queueMicrotask(() =>
    (
      document.querySelector(`#b-${from} [data-key="${next}"]`) ??
      document.querySelector("#b-hand .b-in") ??
      document.getElementById("b-turn")
    )?.focus(),
  );
}

/** Keys that work on this table; they don't change the deck. */
function keys(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const here = event.target.closest("[data-zone]"),
    zone = here?.dataset.zone;
  const card = here && state.table[zone].find((one) => one.key === Number(here.dataset.key));
  const around = [...document.querySelectorAll("#b-table .b-in")];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const single = { n: () => state.table.deck.length && nextTurn(), u: back, m: mill };
  const ofCard = {
    Delete: () => zone !== "discard" && go(event, card, zone, "discard"),
    Backspace: () => zone !== "discard" && go(event, card, zone, "discard"),
    b: () => go(event, card, zone, "deck"),
    i: () => set({ dialog: { card: card.id } }),
  };
  const does =
    (step && here && (() => around[around.indexOf(here) + step]?.focus())) ||
    (state.keys && (single[event.key] ?? (card && ofCard[event.key])));
  if (!does) return;
  event.preventDefault();
  event.stopPropagation();
  does();
}
