// The state of the free table, and all that changes it: what one does becomes a move, which is played and written into the
// address of the page.

import { places } from "../builder/dom.js";
import { LONGEST, packed, unpacked } from "../table/link.js";
import { game, set, state } from "../table/store.js";
import { known, ofAddress } from "../table/start.js";
import { MOST, areaOf, play, replayed, seatOf } from "./position.js";
import { save as saveFile } from "../browser.js";
import { words } from "../words.js";

const VERSION = "f1";
const LARGEST = 1_000_000; // bytes of a file that is read

Object.assign(state, {
  at: null, // the position
  viewer: 0, // the seat whose eyes these are
  several: false, // whether a click chooses a thing rather than opening it
  pile: null, // the place whose cards are looked at: {zone, seen}
  peeked: -1, // the thing face down that was looked at
  long: false, // whether the game is too long for an address
  open: false, // whether all hands are seen, by what the form says
});

/** Begin a game from what the form says. */
export function begin() {
  const { format, players, decks } = state.setup;
  const number = places.formats[format].one ? 1 : players;
  const seed = Math.floor(Math.random() * 2 ** 31);
  show({ format, players, seed, decks: decks.slice(0, number).map(contents), open: state.open, moves: [] });
}

function contents(id) {
  const found = known().find((one) => one.id === id);
  const deck = found.deck ?? found;
  const main = places.formats[state.setup.format].main;
  return { name: found.name, sections: deck.sections ?? { [main]: deck.cards ?? {} } };
}

/** Show a game: a new one, or one that was saved. Where it can't be played, the form stays, and a message says so. */
export function show(request) {
  try {
    const at = replayed(request, places);
    set({ request, at, log: at.log, setup: null, failed: "", ...closed });
    look(at.turn);
    save();
  } catch (error) {
    set({ failed: words(error instanceof RangeError ? "too-much" : "broken-link") });
  }
}

const closed = { menu: null, pile: null, panel: "", chosen: [], several: false, peeked: -1, curtain: null };

/** Do something: it becomes a move of whoever looks. */
export function act(op, ...rest) {
  const { at, request, viewer } = state;
  const before = at.log.length;
  if (request.moves.length >= MOST.moves) return set({ failed: words("too-much") });
  const move = [viewer, op, ...rest];
  try {
    play(at, move);
  } catch {
    return undo(words("too-much"), request.moves); // as it was before
  }
  const moves = [...request.moves, move];
  set({ request: { ...request, moves }, chosen: [], menu: null, failed: "", news: before });
  set({ log: [...at.log], said: at.log.slice(before).map(inWords).join(" ") });
  if (op === "next") turned();
  save();
}

function turned() {
  const { at, request } = state;
  if (request.players === 1 || request.open) return set({ viewer: at.turn });
  if (at.turn !== state.viewer) set({ curtain: at.turn, ...{ ...closed, curtain: at.turn } });
}

/** Look with the eyes of a seat: behind a curtain first, where hands are hidden. */
export function look(seat) {
  const { request } = state;
  if (request.players === 1 || request.open || state.curtain === seat) set({ viewer: seat, curtain: null });
  else set({ ...closed, curtain: seat });
}

export function undo(failed = "", moves = state.request.moves.slice(0, -1)) {
  const request = { ...state.request, moves };
  const at = replayed(request, places);
  set({ ...closed, request, at, log: [...at.log], news: at.log.length, said: failed || words("undone"), failed });
  if (request.open) set({ viewer: at.turn });
  save();
}

/** A new game: back to the form, with what it said. */
export function newGame() {
  history.replaceState(null, "", location.pathname + location.search);
  set({ ...closed, request: null, at: null, log: [], setup: state.lastSetup });
}

// ---- saving

const fields = ({ format, players, seed, decks, open, moves }) => [
  game,
  format,
  players,
  seed,
  decks.map(({ name, sections }) => [name, sections]),
  open,
  moves,
];

/** The game of saved fields. Throws an Error for what is none; whether the moves can be played is seen later. */
function fromFields(saved) {
  const [of, format, players, seed, decks, open, moves] = saved;
  if (of !== game) throw new Error("broken-link");
  const read = decks.map(([name, sections]) => ({ name: String(name).slice(0, MOST.text), sections }));
  return { format, players, seed, decks: read, open: open === true, moves };
}

/** Write the game into the address, where it is short enough. */
async function save() {
  const { request } = state;
  const text = await packed(fields(request));
  if (request !== state.request) return;
  const long = text.length > LONGEST;
  history.replaceState(null, "", long ? location.pathname + location.search : `#${VERSION}.${text}`);
  if (long !== state.long) set({ long });
}

/** The game that the address has; null where there is none. */
export const linked = () =>
  ofAddress(async (hash) => {
    const [version, text] = hash.slice(1).split(".");
    if (version !== VERSION) throw new Error("broken-link");
    return fromFields(await unpacked(text));
  });

export const download = () =>
  saveFile(new Blob([JSON.stringify(fields(state.request))], { type: "application/json" }), `${game}-table.json`);

export async function openFile(file) {
  try {
    if (!file || file.size > LARGEST) throw new Error("broken-link");
    show(fromFields(JSON.parse(await file.text())));
  } catch {
    set({ failed: words("broken-link") });
  }
}

// ---- words

export const player = (seat) => words("player", { n: seat + 1 });

/** What a place is called; that of another player has a name before it. */
export function placeName(zone, seat = state.viewer) {
  const title = areaOf(state.at, zone).title,
    owner = seatOf(zone);
  return Number.isNaN(owner) || owner === seat ? title : words("area-of", { player: player(owner), area: title });
}

/** A line of the log in words: cards are named to who sees them. */
export function inWords(line) {
  const { seat, key, names, open, parts } = line;
  const { from, to, zone, what, n, bottom } = parts;
  const seen = names.length > 0 && names.length === (n ?? 1) && (open || state.request.open || seat === state.viewer);
  const place = (one) => one && placeName(one, seat);
  return words(`log-${key}${bottom ? "-under" : ""}`, {
    ...parts,
    who: player(seat),
    cards: seen ? names.join(", ") : words("n-cards", { n: n ?? 1 }),
    from: place(from),
    to: place(to),
    zone: place(zone),
    what: what && placeName(what, seat),
  });
}
