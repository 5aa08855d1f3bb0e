// The form that begins a game: format, players, decks and who plays.

import { all } from "../builder/shelf.js";
import { html, places } from "../builder/dom.js";
import { game, set, state } from "./store.js";
import { words } from "../words.js";

const BOTS = ["greedy", "search", "random"];
const WHO = ["human", ...BOTS];

/** What the form says at first: the deck of the address, against a bot. */
export async function first() {
  const mine = (await all(game).catch(() => [])).map((one) => ({
    id: `own:${one.id}`,
    name: one.deck.name,
    format: one.deck.format ?? "",
    players: one.deck.players ?? 0,
    deck: one.deck,
  }));
  set({ shelf: mine });
  const asked = new URLSearchParams(location.search).get("deck");
  const decks = known();
  const deck = decks.find((one) => one.id === asked);
  const usual = Object.keys(places.formats).find((id) => of(id).length);
  set({ setup: withFormat(deck?.format || usual, deck?.id) });
}

/** The game that the address has, as `read` reads it; null where there is none. */
export async function ofAddress(read) {
  if (location.hash.length < 2) return null;
  try {
    return await read(location.hash);
  } catch {
    set({ failed: words("broken-link") });
    return null;
  }
}

export const known = () => [...state.shelf, ...places.decks];
const of = (format) => known().filter((one) => (one.format || Object.keys(places.formats)[0]) === format);

function withFormat(format, first) {
  const by = places.formats[format];
  const decks = of(format);
  const named = decks.find((one) => one.id === first) ?? decks[0];
  const usual = named?.players || (by.one ? by.low : 2);
  const players = Math.min(Math.max(usual, by.low), by.high);
  const others = decks.filter((one) => one !== named);
  const seats = Array.from({ length: 8 }, (_, seat) => (seat ? "greedy" : "human"));
  const each = Array.from({ length: 8 }, (_, seat) =>
    seat ? (others[(seat - 1) % (others.length || 1)] ?? named) : named,
  );
  return { format, players, seats, decks: each.map((one) => one?.id ?? "") };
}

/** The form; `begin` begins. A table without `bots` asks nobody who plays. */
export function Start({ begin, bots = true, children }) {
  const { setup } = state;
  const by = places.formats[setup.format];
  const change = (more) => set({ setup: { ...setup, ...more } });
  const put = (list, seat, value) => list.map((one, n) => (n === seat ? value : one));
  const counts = [];
  for (let n = by.low; n <= by.high; n += by.step) counts.push(n);
  const decks = of(setup.format);
  const deck = (seat) =>
    html`<label><span>${words("deck")}</span><select id=${`t-deck-${seat}`} value=${setup.decks[seat]} onChange=${(event) => change({ decks: put(setup.decks, seat, event.target.value) })}>${decks.map((one) => html`<option value=${one.id} selected=${one.id === setup.decks[seat]}>${one.name}</option>`)}</select></label>`;
  const send = (event) => (event.preventDefault(), set({ lastSetup: setup }), begin());
  return html`<form class="t-start" onSubmit=${send}>
    <div class="t-field"><label><span>${words("format")}</span><select id="t-format" onChange=${(event) => set({ setup: withFormat(event.target.value) })}>${Object.entries(
      places.formats,
    )
      .filter(([id]) => of(id).length)
      .map(
        ([id, { name }]) => html`<option value=${id} selected=${id === setup.format}>${name}</option>`,
      )}</select></label>
    ${counts.length > 1 && html`<label><span>${words("players")}</span><select id="t-players" onChange=${(event) => change({ players: Number(event.target.value) })}>${counts.map((n) => html`<option value=${n} selected=${n === setup.players}>${n}</option>`)}</select></label>`}
    ${by.one && deck(0)}</div>
    ${Array.from(
      { length: setup.players },
      (_, seat) =>
        (bots || !by.one) &&
        html`<fieldset class="t-field"><legend>${words("seat", { n: seat + 1 })}</legend>
      ${bots && html`<label><span>${words("who")}</span><select id=${`t-who-${seat}`} onChange=${(event) => change({ seats: put(setup.seats, seat, event.target.value) })}>${WHO.map((one) => html`<option value=${one} selected=${one === setup.seats[seat]}>${words(`who-${one}`)}</option>`)}</select></label>`}
      ${!by.one && deck(seat)}</fieldset>`,
    )}
    ${children}<p><button class="t-option t-main" id="t-begin">${words("begin")}</button></p>
    <p class="t-tip">${words("one-screen")}</p></form>`;
}
