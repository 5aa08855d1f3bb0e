// A game as a link: its beginning and the options taken, as compressed JSON. The options are numbers; most games fit into
// a few hundred characters.

import { base64, unbase64 } from "../browser.js";

const VERSION = "1";
export const LONGEST = 60_000; // characters of a link that is read

export async function toLink(request) {
  const { decks, format, players, seed, seats, options, conceded, saved } = request;
  const parts = [decks ?? [], format, players, seed, seats, options, conceded, ...(saved ? [saved] : [])];
  return `#${VERSION}.${await packed(parts)}`;
}

/** Plain data as compressed JSON in letters that an address may have. */
export async function packed(data) {
  return base64(await through(new TextEncoder().encode(JSON.stringify(data)), new CompressionStream("deflate-raw")));
}

/** The game of a link. Throws an Error for one that can't be read. */
export async function fromLink(hash) {
  const [version, text] = hash.slice(1).split(".");
  if (version !== VERSION) throw new Error("broken-link");
  const [decks, format, players, seed, seats, options, conceded, saved] = await unpacked(text);
  if (![decks, seats, options, conceded].every(Array.isArray)) throw new Error("broken-link");
  return saved ? { seed, seats, options, conceded, saved } : { decks, format, players, seed, seats, options, conceded };
}

/** The data of such letters. Throws an Error for what can't be read, or is too much. */
export async function unpacked(text) {
  if (!text || text.length > LONGEST) throw new Error("broken-link");
  const plain = await through(unbase64(text), new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(plain));
}

async function through(bytes, stream) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((size += value.length) > 1_000_000) throw new Error("broken-link");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
