// A position on the table: what lies where after a number of moves. Any position is the beginning with its moves played
// again; chance is a number of the game and of the move, so that a shuffle is the same each time. Moves may come from
// anywhere: each is looked at before it is played, and all numbers are bounded.

export const MOST = { moves: 2000, things: 1500, players: 8, text: 80, count: 999, dice: 20, sides: 100, drawn: 100 };

export class BrokenMove extends Error {}

const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
const isText = (value) => typeof value === "string" && value.length > 0 && value.length <= MOST.text;

function check(...true_) {
  if (!true_.every(Boolean)) throw new BrokenMove("broken-link");
}

/** A function for numbers from 0 up to another, by chance. */
function chance(seed, number) {
  let a = (seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0;
  return (below) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function mixed(list, random) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/** What a thing is, by what the page says of its card: its name, its form, and a die's faces. */
const described = (said) => (Array.isArray(said) ? said : [said, "card", []]);

/** The beginning of a game: decks lie where their sections go, piles are shuffled, and first hands are drawn. */
export function begun(game, table) {
  const { players, decks, seed, format } = game;
  const how = table.formats[format];
  const areas = new Map([...table.free.seat.flat(), ...table.free.table.flat()].map((area) => [area.id, area]));
  check(how, whole(players, 1, MOST.players), whole(seed, 0, 2 ** 31 - 1));
  check(Array.isArray(decks), decks.length === (how.one ? 1 : players));
  const at = { game, table, areas, how, things: [], loose: [], log: [], number: 0 };
  dealt(at);
  return at;
}

/** Put everything where it lies at the beginning; moves that came before have another number, so chance differs. */
function dealt(at) {
  const { game, table, areas, how } = at;
  Object.assign(at, { things: [], loose: [], zones: new Map(), counts: new Map(), turn: 0, round: 1 });
  Object.assign(at, { redraws: Array(game.players).fill(0), fresh: Array(game.players).fill(true) });
  for (const { id, kind, shared } of areas.values())
    for (const seat of shared ? ["-"] : Array(game.players).keys())
      (kind === "counters" ? at.counts : at.zones).set(`${id}/${seat}`, kind === "counters" ? 0 : []);
  game.decks.forEach((deck, seat) => {
    for (const [section, cards] of Object.entries(deck.sections)) {
      const into = Object.hasOwn(table.free.into, section) ? section : how.main;
      for (const [card, copies] of Object.entries(cards)) laid(at, card, copies, table.free.into[into], seat);
    }
  });
  for (const [area, cards] of Object.entries(table.free.supplies))
    for (const [card, copies] of Object.entries(cards)) laid(at, card, copies, area, 0);
  const random = chance(game.seed, at.number);
  for (const [zone, ids] of at.zones) if (areaOf(at, zone).sees === "nobody") mixed(ids, random);
  for (let seat = 0; seat < game.players; seat++) drawn(at, seat, how.hand[game.players] ?? 0);
}

function laid(at, card, copies, area, seat) {
  check(whole(copies, 1, MOST.things));
  const [, form] = Object.hasOwn(at.table.cards, card) ? described(at.table.cards[card]) : ["", "card"];
  const pile = at.areas.get(area)?.kind === "pile" || area === "supply";
  const to = form === "die" && pile ? at.table.free.dice : form !== "card" && pile ? "supply" : area;
  for (let n = 0; n < copies; n++) put(at, made(at, card, seat), zoneOf(at, to, seat));
}

/** A new thing: a card of the game by its id, or else one that is only called so. */
function made(at, card, owner) {
  check(at.things.length < MOST.things);
  const known = Object.hasOwn(at.table.cards, card);
  const [name, form, faces = []] = known ? described(at.table.cards[card]) : [card, "", []];
  const thing = { id: at.things.length, card: known ? card : "", name, form, faces, owner, note: "" };
  at.things.push({ ...thing, up: true, turned: 0, counters: 0, shows: 0, sides: 0, at: "" });
  return thing.id;
}

function put(at, id, zone) {
  at.things[id].at = zone;
  at.zones.get(zone).push(id);
}

export const areaOf = (at, zone) => at.areas.get(zone.slice(0, zone.lastIndexOf("/")));
export const seatOf = (zone) => Number(zone.slice(zone.lastIndexOf("/") + 1)); // NaN where all share it

const zoneOf = (at, area, seat) => `${area}/${at.areas.get(area)?.shared ? "-" : seat}`;
export const pileOf = (at, seat) => zoneOf(at, at.table.free.pile, seat);
export const handOf = (at, seat) => zoneOf(at, at.table.free.hand, seat);

/** Whether a seat sees what a thing shows. */
export function sees(at, thing, zone, seat) {
  const area = areaOf(at, zone);
  return area.sees === "everybody" ? thing.up : area.sees === "owner" && seatOf(zone) === seat;
}

const inTheOpen = (at, thing, zone) => zone !== "" && sees(at, thing, zone, -1);

/** What a die shows now; "" for what is no die. */
export const shown = ({ faces, sides, shows }) => (sides ? String(shows) : (faces[shows] ?? ""));

function drawn(at, seat, number) {
  const from = at.zones.get(pileOf(at, seat)),
    to = handOf(at, seat);
  const ids = from && at.zones.has(to) ? from.splice(Math.max(0, from.length - number)).reverse() : [];
  for (const id of ids) put(at, id, to);
  return ids;
}

/** Note what has happened. `ids` are named to those who see them; `open`, to all. */
function say(at, seat, key, { ids = [], open = false, ...parts } = {}) {
  const names = ids.map((id) => at.things[id].name);
  at.log.push({ seat, key, names, open, card: open ? (at.things[ids[0]]?.card ?? "") : "", parts });
}

/** The things of a move; each at most once. */
function things(at, ids) {
  check(Array.isArray(ids), ids.length > 0, ids.length <= MOST.things);
  const found = new Set(ids);
  check(found.size === ids.length);
  for (const id of ids) check(whole(id, 0, at.things.length - 1), at.things[id].at !== "");
  return found;
}

const OPS = {
  /** Move things to a place: the end of it, or before what lies at an index. The last of a pile is its top. */
  move(at, seat, ids, to, index = null) {
    const taken = things(at, ids);
    check(at.zones.has(to), index === null || whole(index, 0, MOST.things));
    const from = [...new Set(ids.map((id) => at.things[id].at))];
    const seen = ids.filter((id) => sees(at, at.things[id], at.things[id].at, seat));
    const open = ids.every((id) => inTheOpen(at, at.things[id], at.things[id].at));
    for (const zone of from) leave(at, zone, taken);
    const there = at.zones.get(to);
    there.splice(index ?? there.length, 0, ...ids);
    for (const id of ids) {
      const thing = at.things[id];
      thing.at = to;
      if (areaOf(at, to).sees !== "everybody") Object.assign(thing, { turned: 0, counters: 0 });
      if (areaOf(at, to).sees === "nobody") thing.up = true;
    }
    const known = ids.filter((id) => seen.includes(id) || sees(at, at.things[id], to, seat));
    const all = open || ids.every((id) => inTheOpen(at, at.things[id], to));
    const parts = { n: ids.length, from: from[0], to, bottom: index === 0 && areaOf(at, to).kind === "pile" };
    say(at, seat, from.length === 1 && from[0] === to ? "sorts" : "moves", { ids: known, open: all, ...parts });
  },
  /** Turn things: by no, one, two or three quarters. */
  turn(at, seat, ids, quarters) {
    check(whole(quarters, 0, 3));
    for (const id of things(at, ids)) at.things[id].turned = quarters;
    named(at, seat, quarters ? "turns" : "straightens", ids);
  },
  flip(at, seat, ids) {
    for (const id of things(at, ids)) at.things[id].up = !at.things[id].up;
    named(at, seat, "flips", ids);
  },
  /** Change the counters on a thing, or a number of a seat or of the table. */
  count(at, seat, what, change) {
    check(whole(change, -MOST.count, MOST.count));
    const within = (value) => Math.min(MOST.count, Math.max(-MOST.count, value));
    if (typeof what === "string") {
      check(at.counts.has(what));
      const to = within(at.counts.get(what) + change);
      at.counts.set(what, to);
      return say(at, seat, "counts", { what, value: to });
    }
    things(at, [what]);
    const thing = at.things[what];
    thing.counters = Math.max(0, within(thing.counters + change));
    named(at, seat, "marks", [what], { value: thing.counters });
  },
  note(at, seat, id, text) {
    things(at, [id]);
    check(text === "" || isText(text));
    at.things[id].note = text;
    named(at, seat, text ? "notes" : "unnotes", [id], { text });
  },
  draw(at, seat, number) {
    check(whole(number, 1, MOST.drawn));
    const ids = drawn(at, seat, number);
    say(at, seat, "draws", { ids, n: ids.length });
  },
  shuffle(at, seat, zone) {
    check(at.zones.has(zone));
    mixed(at.zones.get(zone), chance(at.game.seed, at.number));
    say(at, seat, "shuffles", { zone });
  },
  /** Look at all that lies in a place, or at a thing that lies face down. */
  search(at, seat, what) {
    if (typeof what === "string") {
      check(at.zones.has(what));
      return say(at, seat, "searches", { zone: what });
    }
    things(at, [what]);
    say(at, seat, "peeks", { zone: at.things[what].at });
  },
  roll(at, seat, ids) {
    const random = chance(at.game.seed, at.number);
    for (const id of things(at, ids)) {
      const die = at.things[id];
      check(die.sides || die.faces.length);
      die.shows = die.sides ? 1 + random(die.sides) : random(die.faces.length);
    }
    say(at, seat, "rolls", { text: ids.map((id) => shown(at.things[id])).join(", "), n: ids.length });
  },
  /** Throw dice that belong to no card; those that were thrown before are taken away. */
  throw(at, seat, sides, number) {
    check(whole(sides, 2, MOST.sides), whole(number, 1, MOST.dice));
    for (const id of at.loose) away(at, id);
    while (at.loose.length < number) at.loose.push(made(at, "", seat));
    const ids = at.loose.slice(0, number);
    for (const id of ids) {
      const plain = { up: true, turned: 0, counters: 0, note: "" };
      Object.assign(at.things[id], { sides, name: `d${sides}`, form: "die", ...plain });
      put(at, id, "thrown/-");
    }
    OPS.roll(at, seat, ids);
  },
  /** Put a new thing on the table: one more of a card, or a token with a name. */
  token(at, seat, name, zone) {
    check(isText(name), at.zones.has(zone));
    const id = made(at, name, seat);
    put(at, id, zone);
    named(at, seat, "adds", [id], { zone });
  },
  /** Draw the first hand anew. */
  redraw(at, seat) {
    const hand = at.zones.get(handOf(at, seat)),
      pile = at.zones.get(pileOf(at, seat));
    check(hand, pile, redrawsLeft(at, seat) > 0);
    const back = hand.splice(0),
      number = back.length;
    const to = at.how.redrawn === "away" ? "removed/-" : pileOf(at, seat);
    for (const id of back) at.things[id].at = to;
    if (at.how.redrawn === "bottom") pile.unshift(...back);
    else at.zones.get(to).push(...back);
    if (at.how.redrawn === "shuffled") mixed(pile, chance(at.game.seed, at.number));
    at.redraws[seat] += 1;
    say(at, seat, "redraws", { ids: drawn(at, seat, number), n: number });
  },
  /** The turn passes to the next seat, which draws so many cards. */
  next(at, seat, number) {
    check(whole(number, 0, MOST.drawn));
    at.turn = (at.turn + 1) % at.game.players;
    if (at.turn === 0) at.round += 1;
    say(at, at.turn, "begins", { n: at.round });
    if (number) OPS.draw(at, at.turn, number);
  },
  /** Begin again, or straighten what lies on the table and take counters and notes from it. */
  reset(at, seat, what) {
    check(what === "game" || what === "layout");
    if (what === "game") dealt(at);
    else {
      for (const id of at.loose) away(at, id);
      for (const thing of at.things) Object.assign(thing, { turned: 0, counters: 0, note: "" });
    }
    say(at, seat, `resets-${what}`);
  },
};

/** How often a seat may still draw its first hand anew. */
export const redrawsLeft = (at, seat) => (at.fresh[seat] ? at.how.redraws - at.redraws[seat] : 0);

function named(at, seat, key, ids, parts = {}) {
  const known = ids.filter((id) => sees(at, at.things[id], at.things[id].at, seat));
  const open = ids.every((id) => inTheOpen(at, at.things[id], at.things[id].at));
  say(at, seat, key, { ids: known, open, n: ids.length, ...parts });
}

function away(at, id) {
  const zone = at.things[id].at;
  if (zone) leave(at, zone, new Set([id]));
  at.things[id].at = "";
}

function leave(at, zone, ids) {
  const left = at.zones.get(zone).filter((id) => !ids.has(id));
  at.zones.set(zone, left);
}

/** Play a move: [seat, what is done, ...]. Throws a BrokenMove for one that can't be played. */
export function play(at, move) {
  check(Array.isArray(move), at.number < MOST.moves);
  const [seat, op, ...rest] = move;
  check(whole(seat, 0, at.game.players - 1), typeof op === "string", Object.hasOwn(OPS, op));
  at.number += 1;
  OPS[op](at, seat, ...rest);
  if (op !== "redraw" && op !== "reset") at.fresh[seat] = false;
}

/** The position after all moves of a game. */
export function replayed(game, table) {
  const at = begun(game, table);
  check(Array.isArray(game.moves), game.moves.length <= MOST.moves);
  for (const move of game.moves) play(at, move);
  return at;
}
