// The state of the page, in one object. Only `set` and `learn` change it; the page is then drawn again, once a frame.

import { drawnAgain } from "../browser.js";

export const state = {
  names: new Map(), // the cards of the game by id, as GET /games/{game}/building lists them
  game: null, // what GET /games/{game}/building says
  deck: null, // the deck: {name, format, sections: {id: {card: copies}}, ...}
  section: "", // the section that cards are added to
  past: [],
  future: [], // decks to undo and redo to
  allowed: null, // what the format allows of each card: {key, sections, deck, out}
  adding: [], // cards to add as soon as the format is known
  fits: {}, // by query, the one card that it finds, or ""
  verdict: { of: null, formats: [], failed: "" }, // `of` is the deck that was judged
  found: { cards: [], total: 0, page: 0, pages: 1, failed: "", asking: false },
  query: "",
  filters: {},
  sort: "",
  rows: false,
  group: "type", // what the deck's cards are grouped by
  peek: null, // the picture next to a line: {id, top, left}
  cards: new Map(), // all data of cards that were loaded, by id
  rulings: new Map(), // by card
  tab: "deck",
  side: "cards",
  dialog: null,
  trial: null, // how the deck does: {rows: [{name, games, share, interval, tally}], going, failed}
  stats: null,
  compared: null,
  chances: [],
  shelf: [],
  server: null,
  served: null,
  clash: null, // decks here, which of the server's this one is, all of the server's
  shelved: "",
  revision: 0,
  forgets: false,
  conflict: null,
  versions: [],
  have: undefined,
  lacking: null,
  lackingOf: null, // a collection, and what of the deck is missing from it
  said: "",
  notice: "",
  keys: true,
  starting: "", // the step of it
};

export const { set, watch } = drawnAgain(state);

/** What cards, fields, sections and values of fields are called, by their ids. */
export const nameOf = (card) => state.names.get(card)?.name ?? card;
export const fieldOf = (name) => state.game.fields.find((field) => field.name === name);
export const titleOf = (name) => fieldOf(name)?.title ?? name;
export const valueName = (field, id) => field?.values.find((one) => one.id === id)?.name ?? id;

/** Add data of cards, and rulings by card, to the state. */
export function learn(cards, rulings = {}) {
  for (const card of cards) state.cards.set(card.id, card);
  for (const [id, found] of Object.entries(rulings)) state.rulings.set(id, found);
  set({});
}

/** Announce a text to screen readers. */
export function say(words) {
  set({ said: words });
}

/** A function that runs once it has not been called for so many milliseconds. */
export function later(call, pause) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), pause);
  };
}

/** A function of which only the newest call counts: answers to older ones are dropped, and their requests ended. */
export function newest() {
  let current = null;
  return async (ask, take) => {
    current?.abort();
    const mine = (current = new AbortController());
    let answer;
    try {
      answer = { value: await ask(mine.signal) };
    } catch (error) {
      answer = { error };
    }
    if (mine === current) take(answer.value, answer.error);
  };
}
