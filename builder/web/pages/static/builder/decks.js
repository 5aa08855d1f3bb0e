// Decks as data: reading them, and making changed copies. No function changes the deck that it is given.

export function emptyDeck(game, name) {
  return { name, format: game.formats[0]?.id ?? "", sections: {} };
}

export function formatOf(game, deck) {
  return game.formats.find((one) => one.id === deck.format) ?? game.formats[0] ?? { id: "", name: "", sections: [] };
}

/** The sections that the format has, then those that only the deck has. */
export function sectionsOf(game, deck) {
  const known = formatOf(game, deck).sections;
  const more = Object.keys(deck.sections).filter((id) => count(deck, id) && !known.some((one) => one.id === id));
  return [...known, ...more.map((id) => ({ id, name: id, foreign: true }))];
}

/** The id of the section that cards are added to at first. */
export const mainOf = (game, deck) => sectionsOf(game, deck)[0]?.id ?? "main";

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const parts = (deck, section) =>
  section === undefined ? Object.values(deck.sections) : [deck.sections[section] ?? {}];

export const count = (deck, section) => sum(parts(deck, section).flatMap(Object.values));

export const copies = (deck, card, section) => sum(parts(deck, section).map((cards) => cards[card] ?? 0));

export function withCopies(deck, section, card, number) {
  const { [card]: before, ...others } = deck.sections[section] ?? {};
  const most = Math.max(0, Math.min(10000, Math.trunc(number) || 0));
  const cards =
    most === 0
      ? others
      : before === undefined
        ? { ...others, [card]: most }
        : { ...deck.sections[section], [card]: most };
  return { ...deck, sections: { ...deck.sections, [section]: cards } };
}

export function moved(deck, from, to, card, number = 1) {
  const taken = withCopies(deck, from, card, copies(deck, card, from) - number);
  return withCopies(taken, to, card, copies(deck, card, to) + number);
}

/**
 * What a format allows of a card in a section, by what GET .../copies says: {have, most}, where it has the least room
 * (most is null: any number), or {out: {code, help}} or {elsewhere: section} where the section has no place for it.
 */
export function roomOf(allowed, deck, card, section) {
  const out = allowed.out.find((one) => one.cards.includes(card));
  if (out) return { out };
  const here = allowed.sections[section];
  if (!here || !(card in here))
    return { elsewhere: Object.keys(allowed.sections).find((id) => card in allowed.sections[id]) ?? "" };
  const limits = [{ have: copies(deck, card, section), most: here[card] }];
  if (card in allowed.deck) limits.push({ have: copies(deck, card), most: allowed.deck[card] });
  return (
    limits.filter((one) => one.most !== null).sort((a, b) => a.most - a.have - (b.most - b.have))[0] ?? {
      have: copies(deck, card),
      most: null,
    }
  );
}

/** The first deck with the cards of both. */
export function joined(deck, more) {
  let made = deck;
  for (const [section, cards] of Object.entries(more.sections))
    for (const [card, number] of Object.entries(cards))
      made = withCopies(made, section, card, copies(made, card, section) + number);
  return made;
}

const FACTS = ["author", "description", "players", "lost", "dice", "printings"];

/** The deck as a deck file has it. */
export function toDocument(game, deck) {
  const filled = Object.entries(deck.sections).filter(([, cards]) => Object.keys(cards).length);
  const said = { name: deck.name.trim() || "Unnamed", game: game.id };
  if (deck.format) said.format = deck.format;
  for (const name of FACTS) if (deck[name] !== undefined && deck[name] !== "") said[name] = deck[name];
  if (said.printings) {
    said.printings = Object.fromEntries(Object.entries(said.printings).filter(([card]) => copies(deck, card)));
    if (!Object.keys(said.printings).length) delete said.printings;
  }
  const known = formatOf(game, deck).sections;
  const plain = filled.every(([id]) => id === known[0]?.id) && known.length < 2;
  return plain
    ? { ...said, cards: filled[0]?.[1] ?? {} }
    : { ...said, sections: Object.fromEntries(filled.length ? filled : [[known[0].id, {}]]) };
}

export function fromDocument(game, written) {
  const format = game.formats.some((one) => one.id === written.format) ? written.format : (game.formats[0]?.id ?? "");
  const deck = { name: written.name, format, sections: {} };
  for (const name of FACTS) if (written[name] !== undefined) deck[name] = written[name];
  return { ...deck, sections: written.sections ?? { [mainOf(game, deck)]: written.cards ?? {} } };
}
