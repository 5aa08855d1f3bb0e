// Decks in addresses. A short link names cards by their places in the game's list, with a checksum of the list up to
// the last card that it uses, so that cards added at the end don't break it. A long link names cards by their ids.

import { base64, unbase64 } from "../../browser.js";

const SHORT = "1",
  LONG = "2";

export async function shortLink(game, document) {
  const places = new Map(game.cards.map((card, place) => [card.id, place]));
  const sections = sectionsIn(document);
  const ids = sections.flatMap(([, cards]) => Object.keys(cards));
  if (ids.some((id) => !places.has(id))) return longLink(document);
  const last = ids.reduce((most, id) => Math.max(most, places.get(id)), -1) + 1;
  const words = sections.map(([name, cards]) => `${name}:${packed(cards, places)}`);
  return [SHORT, last.toString(36), await check(game, last), facts(document), ...words].join(".");
}

export function longLink(document) {
  const words = sectionsIn(document).map(
    ([name, cards]) =>
      `${name}:${Object.entries(cards)
        .map(([id, n]) => (n === 1 ? id : `${id}*${n}`))
        .join("+")}`,
  );
  return [LONG, facts(document), ...words].join(".");
}

/** The deck file's data from a link. Throws an Error that says why a link can't be read. */
export async function readLink(game, text) {
  const [kind, ...parts] = text.split(".");
  const bad = () => new Error("broken-link");
  if (kind === SHORT) {
    const [most, sum, said, ...words] = parts;
    const last = parseInt(most, 36);
    if (!(last >= 0) || said === undefined) throw bad();
    if (last > game.cards.length || sum !== (await check(game, last))) throw new Error("other-cards");
    return document(game, said, words, (packed_) => unpacked(packed_, game.cards));
  }
  if (kind === LONG) {
    const [said, ...words] = parts;
    return document(game, said, words, (list) =>
      Object.fromEntries(
        list
          .split("+")
          .filter(Boolean)
          .map((one) => {
            const [id, number] = one.split("*");
            return [id, sound(number ?? 1)];
          }),
      ),
    );
  }
  throw bad();
}

function document(game, said, words, cards) {
  try {
    const found = JSON.parse(decoded(said));
    if (typeof found !== "object" || found === null || Array.isArray(found)) throw new Error();
    const sections = words.map((word) => {
      const cut = word.indexOf(":");
      return [word.slice(0, cut), cards(word.slice(cut + 1))];
    });
    const { n, f, d, p, l, x, a, s } = found;
    const made = { name: String(n ?? "").slice(0, 120) || "Unnamed", game: game.id };
    if (typeof f === "string") made.format = f;
    if (typeof d === "string") made.description = d.slice(0, 2000);
    if (typeof a === "string") made.author = a.slice(0, 120);
    if (Number.isInteger(p)) made.players = p;
    if (typeof l === "boolean") made.lost = l;
    if (Array.isArray(x)) made.dice = x;
    if (s && typeof s === "object" && !Array.isArray(s)) made.printings = s;
    return sections.length === 1 && !sections[0][0]
      ? { ...made, cards: sections[0][1] }
      : { ...made, sections: Object.fromEntries(sections) };
  } catch {
    throw new Error("broken-link");
  }
}

function facts({ name, format, description, players, lost, dice, author, printings }) {
  return encoded(
    JSON.stringify({ n: name, f: format, d: description, p: players, l: lost, x: dice, a: author, s: printings }),
  );
}

function sectionsIn(written) {
  return Object.entries(written.sections ?? { "": written.cards });
}

// Each card is a number: how far it lies behind the one before, times four, plus its copies where these are 1 to 3; else
// the copies follow. Numbers are written seven bits a byte.
function packed(cards, places) {
  const bytes = [];
  let before = -1;
  for (const [place, copies] of Object.entries(cards)
    .map(([id, n]) => [places.get(id), n])
    .sort((a, b) => a[0] - b[0])) {
    write(bytes, (place - before - 1) * 4 + (copies < 4 ? copies : 0));
    if (copies > 3) write(bytes, copies);
    before = place;
  }
  return base64(Uint8Array.from(bytes));
}

function unpacked(text, list) {
  const bytes = unbase64(text),
    cards = {};
  let at = 0,
    place = -1;
  const read = () => {
    let number = 0,
      shift = 1,
      byte;
    do {
      if (at >= bytes.length || shift > 2 ** 35) throw new Error("broken-link");
      byte = bytes[at++];
      number += (byte & 127) * shift;
      shift *= 128;
    } while (byte & 128);
    return number;
  };
  while (at < bytes.length) {
    const word = read();
    place += Math.floor(word / 4) + 1;
    if (place >= list.length) throw new Error("broken-link");
    cards[list[place].id] = sound(word % 4 || read());
  }
  return cards;
}

function write(bytes, number) {
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  bytes.push(number);
}

function sound(number) {
  const whole = Number(number);
  if (!Number.isInteger(whole) || whole < 1 || whole > 10000) throw new Error("broken-link");
  return whole;
}

// FNV-1a over the ids: enough to notice that two lists differ.
async function check(game, last) {
  let hash = 0x811c9dc5;
  for (const card of game.cards.slice(0, last))
    for (const letter of card.id + "\n") hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

const encoded = (text) => base64(new TextEncoder().encode(text));
const decoded = (text) => new TextDecoder("utf-8", { fatal: true }).decode(unbase64(text));
