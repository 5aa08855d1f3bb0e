// Keyboard shortcuts, which the dialog of `?` lists. They apply to the card that has the focus.

import { add, redo, remove, setCopies, undo } from "./actions.js";
import { sectionsOf } from "./decks.js";
import { set, state } from "./store.js";

const SOON = 800; // milliseconds between two digits of one number
const NOTHING = { element: null, when: 0, copies: 0 };
let typed = NOTHING; // the last digit: on which card, when, and what the number was then

export function listen(root) {
  document.addEventListener("keydown", (event) => {
    if (!/^\d$/.test(event.key)) typed = NOTHING;
    const writes = event.target.closest("input:not([type=checkbox]):not([type=file]), textarea, select");
    if (event.target.closest("dialog")) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !writes) {
      const does = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
      if (does) act(event, does);
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const card = event.target.closest("[data-card]");
    if (event.target.id === "b-query" && event.key === "ArrowDown") return act(event, () => focusFirst("#b-found"));
    if (event.key === "Escape" && !writes) return act(event, search);
    if (card && event.key.startsWith("Arrow")) return act(event, () => walk(card, event.key));
    if (!state.keys || writes) return;
    if (card) {
      const { card: id, section } = card.dataset;
      const less = () => changing(card, () => remove(id, section));
      const does = {
        "+": () => add(id, section),
        "=": () => add(id, section),
        "-": less,
        Backspace: less,
        Delete: less,
        i: () => set({ dialog: { card: id } }),
      }[event.key];
      if (does) return act(event, does);
      if (/^\d$/.test(event.key)) return act(event, () => number(card, id, section, Number(event.key)));
    }
    const does = {
      "/": search,
      u: undo,
      r: redo,
      v: () => set({ rows: !state.rows }),
      n: nextSection,
      d: () => show("deck"),
      c: () => show("cards"),
      "?": () => set({ dialog: "keys" }),
    }[event.key];
    if (does) act(event, does);
  });
}

function act(event, does) {
  event.preventDefault();
  does();
}

function search() {
  set({ side: "cards" });
  queueMicrotask(() => {
    const field = document.getElementById("b-query");
    field.focus();
    field.select();
  });
}

function show(side) {
  set({ side, ...(side === "deck" ? { tab: "deck" } : {}) });
  queueMicrotask(
    () =>
      focusFirst(side === "deck" ? ".b-panel" : "#b-found") ||
      document.getElementById(side === "deck" ? "b-name" : "b-query").focus(),
  );
}

function nextSection() {
  const ids = sectionsOf(state.game, state.deck).map((one) => one.id);
  set({ section: ids[(ids.indexOf(state.section) + 1) % ids.length], said: "" });
  const name = sectionsOf(state.game, state.deck).find((one) => one.id === state.section).name;
  set({ said: name });
}

/** Set the copies to a digit; a second digit that follows soon makes it a number of two. */
function number(element, id, section, digit) {
  const again = typed.element === element && Date.now() - typed.when < SOON && typed.copies < 10;
  const copies = again ? typed.copies * 10 + digit : digit;
  typed = { element, when: Date.now(), copies };
  changing(element, () => setCopies(id, section, copies));
}

/** Do something with a card; where that removes its line, focus the next one. */
function changing(element, does) {
  const around = neighbours(element),
    at = around.indexOf(element);
  does();
  queueMicrotask(
    () => element.isConnected || (around[at + 1] ?? around[at - 1] ?? document.getElementById("b-name")).focus(),
  );
}

function focusFirst(where) {
  const first = document.querySelector(`${where} [data-card]`);
  first?.focus();
  return Boolean(first);
}

const neighbours = (element) => [...element.closest("#b-found, .b-panel").querySelectorAll("[data-card]")];

/** Focus the card that is nearest on the screen in that direction. */
function walk(element, key) {
  const around = neighbours(element),
    at = around.indexOf(element);
  if (key === "ArrowLeft" || key === "ArrowRight") return around[at + (key === "ArrowRight" ? 1 : -1)]?.focus();
  const from = element.getBoundingClientRect(),
    down = key === "ArrowDown";
  const centre = from.left + from.width / 2;
  const rows = around
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => (down ? box.top >= from.bottom - 1 : box.bottom <= from.top + 1));
  const nearest = rows.sort(
    (a, b) =>
      Math.abs(a.box.top - from.top) - Math.abs(b.box.top - from.top) ||
      Math.abs(a.box.left + a.box.width / 2 - centre) - Math.abs(b.box.left + b.box.width / 2 - centre),
  )[0];
  if (nearest) nearest.one.focus();
  else if (!down)
    (element.closest("#b-found") ? document.getElementById("b-query") : document.getElementById("b-name")).focus();
}
