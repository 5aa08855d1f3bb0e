// The state of a page with a table, in one object. Only `set` changes it; the page is then drawn again.

import { drawnAgain } from "../browser.js";

export const { game } = document.querySelector("[data-places]").dataset;

export const state = {
  setup: null, // what the form says: {format, players, decks: [id], seats: [who]}; null while a game is played
  shelf: [], // one's own decks: {id, name, format, deck}
  request: null, // the game: {decks, format, players, seed, seats, options, conceded}
  answer: null, // what the server, or Python in this browser, says of it
  log: [], // sentences of all that has happened, each with its card
  news: 0, // where in the log the last answer begins
  chosen: [], // keys of dice that are chosen together
  menu: null, // the key of the thing whose options are shown
  zoom: "", // the id of the card that is shown large
  hint: null,
  curtain: null, // the seat of the person who is to look
  wish: "", // when to be asked who could answer what others do: "" when it matters, "always", "me", "turn"
  stops: [], // steps of a turn in which one is asked all the same
  again: false, // whether a decision that was taken back is asked again, even if one would pass by oneself
  slider: null, // the number of options that are shown of a game that is looked back at
  panel: "", // an open dialog
  pause: 450, // milliseconds that what a bot did is seen before the game goes on
  hurry: false, // whether the pauses are skipped until a person is asked
  busy: false,
  failed: "",
  starting: "",
  said: "",
};

export const { set, watch } = drawnAgain(state);

/** Choose a die, or leave it, among those that are taken together. */
export function choose(key) {
  const chosen = state.chosen.includes(key) ? state.chosen.filter((one) => one !== key) : [...state.chosen, key];
  set({ chosen });
}
