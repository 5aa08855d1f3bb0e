// All that changes a game that is played. The page has the whole game: what it began from, and the options taken.
// Each request sends that with what is to be done next, so taking back, a link and a reloaded page are one thing.

import { post } from "../builder/api.js";
import { places } from "../builder/dom.js";
import { toLink } from "./link.js";
import { game, set, state } from "./store.js";
import { why } from "../browser.js";
import { words } from "../words.js";

const HUMAN = "human";

let timer = 0;
let next = null; // what is done after the pause

/** The seats of people. */
export const people = (seats = state.request?.seats ?? []) =>
  seats.flatMap((who, seat) => (who === HUMAN ? [seat] : []));

export const over = () => state.answer !== null && state.answer.who === null;

/** Begin a game from what the form says. */
export function begin() {
  const { format, players, decks, seats } = state.setup;
  const one = places.formats[format].one;
  const seed = Math.floor(Math.random() * 2 ** 48);
  open({
    decks: (one ? decks.slice(0, 1) : decks.slice(0, players)).map(deckOf),
    format,
    players,
    seed,
    seats: seats.slice(0, players),
    options: [],
    conceded: [],
  });
}

const deckOf = (id) => state.shelf.find((one) => one.id === id)?.deck ?? id;

/** The game as a file, which `arsenal play --load` reads as well. */
export async function saved() {
  const answer = await post(`/games/${game}/table`, { ...state.request, seat: state.viewer, seen: 0, do: "save" });
  return new Blob([JSON.stringify(answer.saved)], { type: "application/json" });
}

const KNOWN = ["human", "greedy", "random"];

/** Open such a file. What it says is checked once; then the page has the options. */
export async function openFile(file) {
  let save;
  try {
    save = JSON.parse(file.size < 1e6 ? await file.text() : "");
    if (save.schema !== "arsenal/saved-game") throw new Error();
  } catch {
    return set({ failed: words("broken-file") });
  }
  const { options = [], conceded = [], digest: _, names = [], players = 1, ...rest } = save;
  const usual = Array.from({ length: players }, (_, seat) => (seat ? "greedy" : "human"));
  const seats = names.length ? names.map((one) => (KNOWN.includes(one) ? one : "search")) : usual;
  const request = { seed: 0, seats, options, conceded };
  const base = { ...rest, names, players, options: [], conceded: [] };
  set({ lastSetup: state.setup });
  await open({ ...request, saved: save });
  if (state.answer) set({ request: { ...state.request, saved: base } });
}

/** Show a game: a new one, or one from a link. */
export async function open(request) {
  stop();
  const [viewer = 0] = people(request.seats);
  set({ request, answer: null, log: [], setup: null, curtain: null, again: false, slider: null, viewer });
  await ask("look");
}

/** Do something in the game, and show what comes of it; then bots decide, until a person is asked. */
export async function ask(what, more = {}) {
  if (state.busy) return;
  stop();
  const { request, log, viewer, wish, stops } = state;
  set({ busy: true, failed: "", menu: null, chosen: [], hint: null });
  let answer;
  try {
    answer = await post(`/games/${game}/table`, {
      ...request,
      seen: log.length,
      seat: viewer,
      wish,
      stops,
      do: what,
      ...more,
    });
  } catch (error) {
    const setup = state.answer ? null : state.lastSetup; // a game that can't begin: back to the form
    set({ busy: false, failed: why(error), setup });
    return;
  }
  took(answer);
  if (wish === state.wish && stops === state.stops) goOn();
  else ask("look"); // one has said meanwhile when to be asked
}

function took(answer) {
  const log = [...state.log, ...answer.events];
  const request = { ...state.request, options: answer.options, conceded: answer.conceded };
  const sentences = answer.events.map((one) => one.said);
  const asks = answer.choices.length ? [words("your-decision"), answer.reason.said].filter(Boolean) : [];
  set({
    request,
    answer,
    log,
    news: state.log.length,
    busy: false,
    hint: answer.hint ?? null,
    said: [...sentences, ...answer.ending, ...asks].join(" "),
  });
  toLink(request).then((hash) => state.request === request && history.replaceState(null, "", hash));
}

/** What follows by itself: bots decide, people change, passes that were promised. */
function goOn() {
  const { answer, viewer, again } = state;
  const passes = answer.passes !== null && !again;
  next = null;
  if (answer.who === null || (answer.person && !passes)) state.hurry = false;
  if (answer.who === null) return;
  if (!answer.person) {
    later(() => ask("go"));
  } else if (answer.who !== viewer) {
    set({ curtain: answer.who });
  } else if (passes) {
    later(() => ask("take", { take: answer.passes }));
  }
}

function later(run) {
  next = run;
  timer = setTimeout(run, state.hurry || !state.answer.events.length ? 0 : state.pause);
}

/** Wait for no bot until a person is asked. */
export function skip() {
  if (over() || state.curtain !== null || (state.answer?.person && next === null)) return;
  state.hurry = true;
  if (state.busy) return;
  const run = next;
  stop();
  run?.();
}

function stop() {
  clearTimeout(timer);
  next = null;
}

export function take(option) {
  set({ again: false });
  return ask("take", { take: option });
}

/** The person whose decision it is looks at the table. */
export function look() {
  set({ viewer: state.curtain, curtain: null, answer: null, log: [] });
  ask("look");
}

export function undo() {
  const { answer, request } = state;
  if (answer?.undo == null || state.busy) return;
  set({ request: { ...request, options: request.options.slice(0, answer.undo) }, log: [], again: true });
  ask("look").then(() => set({ said: words("undone") }));
}

export const hint = () => state.answer?.choices.length && ask("hint");

export const concede = () => ask("concede", { seat: state.viewer });

/** When to be asked who could answer what others do, from now on. */
export function wishFor(wishes) {
  set({ ...wishes, again: false });
  if (state.answer?.choices.length) ask("look");
}

/** Show the game as it was after so many options; the last of them goes on with it. */
export async function lookBack(number) {
  const { viewer } = state;
  stop();
  set({ slider: number, busy: true, failed: "" });
  try {
    const answer = await post(`/games/${game}/table`, { ...upTo(number), seen: 0, seat: viewer, do: "look" });
    if (state.slider === number) set({ back: answer, busy: false });
  } catch (error) {
    set({ busy: false, failed: error.message });
  }
}

export function lookNow() {
  set({ slider: null, back: null });
  goOn();
}

/** Go on from a position that was looked back at: what came after it is forgotten. */
export const playFrom = () => open(upTo(state.slider));

/** The game with no more than so many options taken. */
function upTo(number) {
  const { request } = state;
  const conceded = request.conceded.filter(([after]) => after <= number);
  return { ...request, options: request.options.slice(0, number), conceded };
}

export function newGame() {
  stop();
  history.replaceState(null, "", location.pathname + location.search);
  set({ request: null, answer: null, log: [], curtain: null, slider: null, back: null, setup: state.lastSetup });
}
