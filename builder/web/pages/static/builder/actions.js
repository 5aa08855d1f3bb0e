// What people can do: change the deck, search, save. After each change the deck is judged and saved on the shelf.

import { get, language, made, post } from "./api.js";
import {
  copies,
  count,
  emptyDeck,
  formatOf,
  fromDocument,
  joined,
  mainOf,
  roomOf,
  sectionsOf,
  toDocument,
  withCopies,
  moved,
} from "./decks.js";
import * as shelf from "./shelf.js";
import { later, learn, nameOf, newest, say, set, state } from "./store.js";
import { why } from "../browser.js";
import { words } from "../words.js";

const PAGE = 60;

// ---- the deck

/** Change the deck; it can be undone. */
export function edit(deck, said = "") {
  if (deck === state.deck) return;
  set({ past: [...state.past, state.deck], future: [] });
  show(deck, said);
}

function show(deck, said) {
  const known = sectionsOf(state.game, deck);
  const section = known.some((one) => one.id === state.section) ? state.section : mainOf(state.game, deck);
  set({ deck, section, compared: null, said });
  judge();
  keepSoon();
}

export function undo() {
  const before = state.past.at(-1);
  if (!before) return say(words("nothing-to-undo"));
  set({ past: state.past.slice(0, -1), future: [state.deck, ...state.future] });
  show(before, words("undone"));
}

export function redo() {
  const [after, ...future] = state.future;
  if (!after) return say(words("nothing-to-redo"));
  set({ past: [...state.past, state.deck], future });
  show(after, words("redone"));
}

/** Add copies of a card: to the section, or to the one that the format wants it in. */
export function add(card, section = state.section, number = 1) {
  const place = room(card, section)?.elsewhere || section;
  setCopies(card, place, copies(state.deck, card, place) + number);
}

/** The deck with more copies of a section’s cards, up to so many, as far as the format lets it. */
export function filled(section, size) {
  let deck = state.deck;
  for (const card of Object.keys(deck.sections[section] ?? {})) {
    const place = roomOf(state.allowed, deck, card, section);
    const more = Math.min(size - count(deck, section), (place.most ?? Infinity) - place.have);
    if (more > 0) deck = withCopies(deck, section, card, copies(deck, card, section) + more);
  }
  return deck;
}

/** Take a deck to which cards of a section were added. */
export function fill(deck, section) {
  edit(deck, words("filled-said", { n: count(deck, section) - count(state.deck, section) }));
}

/** A query for the types of cards that the format lets into a section; empty where it lets in all. */
export function typesIn(section) {
  const of = (ids) => new Set(ids.map((id) => state.names.get(id)?.type));
  const [there, all] = [of(Object.keys(state.allowed?.sections[section] ?? {})), of([...state.names.keys()])];
  return there.size && there.size < all.size ? `type:${[...there].join(",")}` : "";
}

/** Show the cards that a query finds. */
export function showFits(query) {
  set({ query, filters: {}, side: "cards" });
  search();
}

const fitting = newest();

/** Ask which faults one card alone would mend. */
function fits(violations) {
  const wanted = violations.map((one) => one.values?.where).filter((where) => where && !(where in state.fits));
  if (!wanted.length) return;
  const found = (q, signal) => get(`/games/${state.game.id}/cards`, { q, size: 2, lang: language() }, signal);
  fitting(
    (signal) => Promise.all(wanted.map((q) => found(q, signal).catch(() => null))),
    (answers) => {
      if (!answers) return;
      const found = wanted.map((where, at) => [where, answers[at]?.total === 1 ? answers[at].cards[0].id : ""]);
      set({ fits: { ...state.fits, ...Object.fromEntries(found) } });
    },
  );
}

/** Remove one copy: from the section, or else from the last section that has it. */
export function remove(card, section = state.section) {
  const having = sectionsOf(state.game, state.deck).filter((one) => copies(state.deck, card, one.id));
  const from = having.some((one) => one.id === section) ? section : having.at(-1)?.id;
  if (from !== undefined) setCopies(card, from, copies(state.deck, card, from) - 1);
}

export function setCopies(card, section, number) {
  const deck = withCopies(state.deck, section, card, number);
  const now = copies(deck, card, section);
  if (now === copies(state.deck, card, section)) return;
  edit(
    deck,
    words("copies-said", { name: nameOf(card), copies: now, cards: words("count.cards", { n: count(deck) }) }),
  );
}

export function move(card, from, to, number) {
  edit(moved(state.deck, from, to, card, number), words("moved-said", { name: nameOf(card) }));
}

export const revise = (changes) => edit({ ...state.deck, ...changes });

// Typing is one change, not one for each letter.
let typing = null;
export function type(changes) {
  const key = Object.keys(changes).join();
  if (typing !== key) set({ past: [...state.past, state.deck], future: [] });
  typing = key;
  set({ deck: { ...state.deck, ...changes } });
  typed();
  judgeSoon();
  keepSoon();
}
const judgeSoon = later(() => judge(), 150);
const typed = later(() => (typing = null), 1000);

// ---- the verdict

const judged = newest();

export function judge() {
  const deck = state.deck;
  allow();
  judged(
    (signal) => post("/judge", { deck: toDocument(state.game, deck), all: true }, signal),
    (answer, error) => {
      if (error) return set({ verdict: { ...state.verdict, failed: error.message } });
      set({ verdict: { of: deck, formats: answer.decks, failed: "" } });
      const mine = answer.decks.find((one) => one.format === deck.format);
      if (mine) sayVerdict(mine);
      if (mine) fits(mine.violations.filter(lacks));
    },
  );
}

/** Whether a fault is that something is missing yet: work to do, and nothing wrong. */
export const lacks = (one) => one.actual !== null && one.limit !== null && one.actual < one.limit;

const allowing = newest();

/** What decides which copies are allowed. */
const allowedKey = () => `${state.deck.format}/${state.deck.players ?? ""}`;

/** Ask what the chosen format allows of each card, where that is not known yet. */
function allow() {
  const { format, players } = state.deck,
    key = allowedKey();
  if (state.allowed?.key === key || !format) return;
  allowing(
    (signal) =>
      get(
        `/games/${state.game.id}/formats/${encodeURIComponent(format)}/copies`,
        { players, lang: language() },
        signal,
      ),
    (answer) => {
      set({ allowed: answer ? { ...answer, key } : null }); // a verdict says what is wrong
      for (const card of state.adding) add(card);
      set({ adding: [] });
    },
  );
}

/** What the format allows of a card in a section; null until that is known. */
export function room(card, section = state.section) {
  return state.allowed?.key === allowedKey() ? roomOf(state.allowed, state.deck, card, section) : null;
}

const sayVerdict = later((verdict) => {
  const name = formatOf(state.game, state.deck).name;
  const said = verdict.legal ? words("legal-in", { name }) : words("faults-in", { name, n: verdict.violations.length });
  set({ saidVerdict: said });
}, 400);

/** The verdict in a format, of the deck as it is now; null until there is one. */
export function verdictIn(format) {
  return state.verdict.of === state.deck ? (state.verdict.formats.find((one) => one.format === format) ?? null) : null;
}

let faults = { of: null, format: "", cards: new Set() };

/** The cards at fault by the newest verdict in the deck's format, without cards that the deck lacks. */
export function faulty() {
  const { verdict, deck } = state;
  if (faults.of !== verdict || faults.format !== deck.format) {
    const mine = verdict.formats.find((one) => one.format === deck.format);
    const cards = mine?.violations.flatMap((one) => (one.code === "missing-card" ? [] : one.cards)) ?? [];
    faults = { of: verdict, format: deck.format, cards: new Set(cards) };
  }
  return faults.cards;
}

// ---- search

const searched = newest();

export function search(page = 1) {
  set({ found: { ...state.found, asking: true } });
  const asked = { q: wholeQuery(), sort: state.sort, page, size: PAGE, lang: language() };
  searched(
    (signal) => get(`/games/${state.game.id}/cards`, asked, signal),
    (answer, error) => {
      if (error) return set({ found: { ...state.found, asking: false, failed: error.message, help: error.help } });
      learn(answer.cards);
      const cards = page > 1 ? [...state.found.cards, ...answer.cards] : answer.cards;
      set({
        found: { ...answer, cards, asking: false, failed: "" },
        saidFound: words("cards-found", { n: answer.total }),
      });
    },
  );
}

export const searchSoon = later(() => search(), 10); // a newer search ends the request of an older one

function wholeQuery() {
  const chosen = Object.values(state.filters).filter(Boolean);
  return [state.query.trim() && chosen.length ? `(${state.query})` : state.query, ...chosen].join(" ").trim();
}

export function filter(name, term) {
  set({ filters: { ...state.filters, [name]: term } });
  search();
}

/** Load all data of a card, with its rulings. */
export async function cardOf(id) {
  learn([], { [id]: [] });
  const { card, rulings } = await get(`/cards/${state.game.id}/${encodeURIComponent(id)}`, { lang: language() });
  learn([card], { [id]: rulings });
}

// ---- numbers

const counted = newest();

export function count_() {
  const body = { deck: toDocument(state.game, state.deck), section: state.section };
  if (state.chances.length) body.chances = state.chances;
  counted(
    (signal) => post("/stats", body, signal),
    (answer, error) => set({ stats: error ? { failed: error.message, help: error.help } : answer }),
  );
}

const comparing = newest();

/** Compare the deck with another: cards, curves, and the odds of its dice. */
export function compare(before, label) {
  const after = toDocument(state.game, state.deck);
  comparing(
    async (signal) => {
      const [answer, ...stats] = await Promise.all([
        post("/compare", { before, after, section: state.section }, signal),
        ...[before, after].map((deck) => post("/stats", { deck }, signal).catch(() => null)),
      ]);
      return { ...answer, label, stats };
    },
    (answer, error) => set({ compared: error ? { failed: why(error) } : answer }),
  );
}

// ---- in and out

/** Read a pasted list; lines that can't be read stay until they are corrected. */
export async function paste(text, joins) {
  const answer = await post("/parse", { text, game: state.game.id, format: state.deck.format });
  const read = fromDocument(state.game, answer.deck);
  const lines = text.split(/\r?\n/);
  const problems = answer.problems.map((one) => ({ ...one, text: lines[one.line - 1] ?? "" }));
  const named = answer.deck.name === "Unnamed" ? { ...read, name: state.deck.name } : read;
  edit(
    joins ? joined(state.deck, read) : named,
    words("pasted-said", { read: words("read", { n: count(read) }), unread: words("unread", { n: problems.length }) }),
  );
  set({ problems, dialog: null });
}

/** A sample deck, as a deck file has it. */
export const sampleDeck = (id) => get(`/games/${state.game.id}/decks/${encodeURIComponent(id)}`, { lang: language() });

export async function sample(id) {
  back(await sampleDeck(id));
  if (state.filed) fresh();
}

export async function links() {
  const written = toDocument(state.game, state.deck);
  const { longLink, shortLink } = await import("./later/link.js");
  const place = `${location.origin}${location.pathname}#`;
  return { short: place + (await shortLink(state.game, written)), long: place + longLink(written) };
}

/** The deck as a file that the server, or Python in this browser, makes of it. */
const file = (path, options) => made(path, { deck: toDocument(state.game, state.deck), ...options });

export const exported = (target) => file("/export", { to: target, force: true });

export const printed = (options) => file("/print", options);

/** The deck written out for a tournament, judged by the chosen format. */
export function sheet(paper) {
  const { format } = state.deck;
  return file("/tournament-sheet", { paper, ...(format && { format }), ...(language() && { lang: language() }) });
}

// ---- the shelf

/** Does something with the decks that the server keeps: what knows of them is loaded then. */
export const ofServer = (does) => import("./later/served.js").then(does);

const keepSoon = later(() => keep(), 300);

// One write at a time: the next one continues from the revision of the one before.
let writing = Promise.resolve();

export function keep() {
  return (writing = writing.then(write, write));
}

async function write() {
  if (state.conflict || (!state.filed && !count(state.deck))) return;
  const id = state.shelved || shelf.newId();
  const entry = {
    id,
    game: state.game.id,
    name: state.deck.name,
    deck: toDocument(state.game, state.deck),
    versions: state.versions,
    server: state.server,
  };
  const saved = await shelf.keep(entry, state.revision);
  if (saved.conflict) return set({ conflict: saved.conflict });
  set({ shelved: id, filed: true, revision: saved.revision });
  const address = new URL(location.href);
  if (address.searchParams.get("shelf") !== id) {
    address.search = `?shelf=${id}`;
    address.hash = "";
    history.replaceState(null, "", address);
  }
  await shelfAgain();
}

async function shelfAgain() {
  set({ shelf: await shelf.all(state.game.id), forgets: await shelf.forgets() });
}

export function take(entry) {
  set({
    past: [],
    future: [],
    conflict: null,
    shelved: entry.id,
    filed: true,
    revision: entry.revision,
    versions: entry.versions ?? [],
    server: entry.server ?? null,
    problems: [],
  });
  const deck = fromDocument(state.game, entry.deck);
  set({ deck, section: mainOf(state.game, deck), compared: null });
  judge();
  history.replaceState(null, "", `${location.pathname}?shelf=${entry.id}`);
}

/** Settle a conflict by keeping both decks: this one is saved under an id of its own. */
export async function keepBoth() {
  set({ conflict: null });
  fresh();
  await keep();
}

function fresh() {
  set({ shelved: "", revision: 0, filed: false, server: null });
}

export async function startNew() {
  set({ problems: [], versions: [] });
  fresh();
  edit(emptyDeck(state.game, words("new-deck")), words("new-said"));
  history.replaceState(null, "", location.pathname);
}

export async function forget(id) {
  await shelf.drop(id);
  if (id === state.shelved) fresh();
  await shelfAgain();
}

/** Remember the deck as it is now, as a version of it. */
export async function version(note = "") {
  const one = { when: Date.now(), deck: toDocument(state.game, state.deck), ...(note && { note }) };
  set({ versions: [one, ...state.versions] });
  await keep();
  say(words("version-said"));
}

/** Go on with another deck. */
export function back(written) {
  edit(fromDocument(state.game, written), words("opened-said", { name: written.name }));
}

/** All decks of this game saved in this browser, as deck files in one archive. */
export async function shelfZip() {
  return (await made("/decks.zip", { decks: (await shelf.all(state.game.id)).map((one) => one.deck) })).blob;
}

/** Save the whole shelf of this game to a file, or load such a file. */
export async function shelfFile() {
  return new Blob([JSON.stringify({ arsenal: 1, decks: await shelf.all(state.game.id) }, null, 1)], {
    type: "application/json",
  });
}

export async function shelfFrom(text) {
  const { decks } = JSON.parse(text);
  for (const one of decks) {
    if (one?.game !== state.game.id || typeof one.deck !== "object") continue;
    const versions = Array.isArray(one.versions) ? one.versions : [];
    await shelf.keep({ id: shelf.newId(), game: one.game, name: String(one.name), deck: one.deck, versions }, 0);
  }
  await shelfAgain();
}

// ---- the beginning

export async function start(game) {
  const asked = new URLSearchParams(location.search);
  const blank = emptyDeck(game, words("new-deck"));
  set({
    game,
    names: new Map(game.cards.map((card) => [card.id, card])),
    deck: blank,
    section: mainOf(game, blank),
  });
  try {
    if (location.hash.length > 1) {
      const { readLink } = await import("./later/link.js");
      const found = fromDocument(game, await readLink(game, location.hash.slice(1)));
      set({ deck: found, notice: "" });
    } else if (asked.get("shelf")) {
      const entry = await shelf.load(asked.get("shelf"));
      if (entry && entry.game === game.id) take(entry);
      else set({ notice: words("not-on-shelf") });
    } else if (asked.get("deck")) {
      set({ deck: fromDocument(game, await sampleDeck(asked.get("deck"))) });
    }
  } catch (error) {
    const known = ["broken-link", "other-cards"].includes(error.message);
    set({ notice: known ? words(error.message) : error.message });
  }
  search();
  const adding = (asked.get("add") ?? "").split(",", 200).filter((card) => state.names.has(card));
  if (adding.length) {
    const [last] = await shelf.all(game.id); // the deck that was worked on last
    if (last) take(last);
    set({ adding });
  }
  set({ section: mainOf(game, state.deck) });
  judge();
  await shelfAgain();
  shelf.heard(async ({ id, revision }) => {
    await shelfAgain();
    if (id === state.shelved && revision > state.revision) {
      const there = await shelf.load(id);
      if (there) set({ conflict: there });
    }
  });
}
