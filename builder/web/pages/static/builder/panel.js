// The deck: its name and format, the verdict on it, its sections and their cards.

import {
  add,
  edit,
  faulty,
  fill,
  filled,
  judge,
  lacks,
  move,
  remove,
  room,
  setCopies,
  showFits,
  revise,
  type,
  typesIn,
  verdictIn,
} from "./actions.js";
import { copies, count, formatOf, joined, sectionsOf, withCopies } from "./decks.js";
import { html, picture, symbol as symbolAt } from "./dom.js";
import { symbolName, whyNot } from "./finder.js";
import { fieldOf, nameOf, set, state, titleOf, valueName } from "./store.js";
import { words } from "../words.js";

export function Deck() {
  const { deck, game } = state;
  const sections = sectionsOf(game, deck),
    format = formatOf(game, deck);
  const only = sections.length < 2;
  return html`<div class="b-deck">
    <div class="b-heads">
      <label class="b-wide"><span>${words("name")}</span><input id="b-name" maxlength="120" value=${deck.name} onInput=${(event) => type({ name: event.target.value })} /></label>
      <label><span>${words("format")}</span><select id="b-format" value=${deck.format} onChange=${(event) => revise({ format: event.target.value })}>
        ${game.formats.map((one) => html`<option value=${one.id}>${one.name}</option>`)}</select></label>
      ${
        (format.counted || deck.players !== undefined) &&
        html`<label><span>${words("players")}</span><input id="b-players" type="number" inputmode="numeric" min=${format.players?.min ?? 1} max=${format.players?.max ?? 100}
        placeholder=${words("any-players")} value=${deck.players ?? ""} onInput=${(event) => type({ players: event.target.value ? Math.max(1, Math.min(100, event.target.valueAsNumber)) : undefined })} /></label>`
      }
    </div>
    <${Verdict} />
    <${Problems} />
    ${
      !only &&
      html`<div class="b-sections" role="group" aria-label=${words("add-to")}><span>${words("add-to")}</span>
      ${sections.map((one) => html`<button type="button" class="b-chip" aria-pressed=${one.id === state.section} onClick=${() => set({ section: one.id })}>${one.name}</button>`)}</div>`
    }
    ${!count(deck) && html`<p class="b-quiet">${words("empty")}</p>`}
    ${
      count(deck) > 0 &&
      html`<label class="b-group"><span>${words("group-by")}</span><select id="b-group" value=${state.group} onChange=${(event) => set({ group: event.target.value })}>
      ${Object.keys(GROUPS)
        .filter((name) => name === "type" || game.cards.some((card) => card[name]?.length))
        .map((name) => html`<option value=${name}>${titleOf(name)}</option>`)}</select></label>`
    }
    ${sections.map((one) => html`<${Section} key=${one.id} section=${one} only=${only} others=${sections.filter((other) => other !== one && !other.foreign)} />`)}
    <${Dice} dice=${format.dice} />
    <details class="b-notes" open=${Boolean(deck.description)}><summary>${words("notes")}</summary>
      <textarea id="b-notes" rows="4" maxlength="2000" aria-label=${words("notes")} placeholder=${words("notes-hint")} value=${deck.description ?? ""} onInput=${(event) => type({ description: event.target.value || undefined })}></textarea></details>
  </div>`;
}

function Section({ section, only, others }) {
  const cards = Object.entries(state.deck.sections[section.id] ?? {});
  if (!cards.length && (only || section.foreign)) return null;
  const groups = grouped(sorted(cards));
  return html`<div class="b-section" role="group" aria-label=${section.name}>
    ${!only && html`<h3>${section.name} <b>${count(state.deck, section.id)}</b>${section.foreign && html` <em class="b-fault">${words("unknown-here")}</em>`}</h3>`}
    ${!cards.length && html`<p class="b-quiet">${words("empty-section")}</p>`}
    ${[...groups].map(
      ([
        kind,
        list,
      ]) => html`<${only ? "h3" : "h4"} class="b-kind" key=${"h" + kind}>${groupName(kind)} <small>${list.reduce((sum, [, number]) => sum + number, 0)}</small><//>
      <ul key=${kind}>${list.map(([id, number]) => html`<${Row} key=${id} id=${id} number=${number} section=${section.id} others=${others} />`)}</ul>`,
    )}
  </div>`;
}

function Row({ id, number, section, others }) {
  const name = nameOf(id),
    known = state.names.get(id),
    bad = faulty().has(id);
  const place = room(id, section),
    why = known && whyNot(place);
  return html`<li class=${`b-row${bad || !known ? " b-bad" : ""}`} ...${peeking(id)}>
    <button type="button" class="b-step" tabindex=${state.keys ? -1 : 0} aria-label=${words("remove", { name })} onClick=${() => remove(id, section)}>−</button>
    <input class="b-number" inputmode="numeric" tabindex=${state.keys ? -1 : 0} aria-label=${words("copies-of", { name })} value=${number} onChange=${(event) => setCopies(id, section, Number(event.target.value))} />
    <button type="button" class="b-step" tabindex=${state.keys ? -1 : 0} aria-label=${words("add", { name })} onClick=${() => add(id, section)}>+</button>
    <button type="button" class="b-line" data-card=${id} data-section=${section} aria-label=${`${number} ${name}${why ? ` ${why}` : ""}${place?.most ? `, ${words("of-most", { n: place.have, most: place.most })}` : ""}${bad ? `, ${words("at-fault")}` : ""}`} onClick=${() => set({ dialog: { card: id } })}>
      <i class="b-dot" style=${{ background: known?.color || "currentColor" }}></i>${name}${why && html` <small class="b-why" title=${place.out?.help ?? ""}>${why}</small>`}${bad && html`<span class="b-mark" aria-hidden="true">!</span>`}</button>
    <${Cost} cost=${known?.cost ?? []} />
    ${place?.most && html`<small class=${`b-most${place.have >= place.most ? " b-full" : ""}`} aria-hidden="true">${place.have}/${place.most}</small>`}
    ${
      others.length > 0 &&
      html`<select class="b-move" aria-label=${words("move-to", { name })} value="" onChange=${(event) => move(id, section, event.target.value)}>
      <option value="">⇄</option>${others.map((one) => html`<option value=${one.id}>${one.name}</option>`)}</select>`
    }
  </li>`;
}

function sorted(cards) {
  const place = new Map(state.game.cards.map((card, at) => [card.id, at]));
  return cards.sort((a, b) => (place.get(a[0]) ?? 1e9) - (place.get(b[0]) ?? 1e9));
}

/** The cards by type, faction or cost; costs ascend. */
function grouped(cards) {
  const found = new Map();
  for (const one of cards) {
    const card = state.names.get(one[0]);
    const kind = card ? GROUPS[state.group](card) : "";
    found.set(kind, [...(found.get(kind) ?? []), one]);
  }
  return state.group === "cost" ? new Map([...found].sort(([a], [b]) => a - b)) : found;
}

// What the deck's cards can be grouped by: each gives a card's group.
const total = (card) => card.cost.reduce((sum, one) => sum + one.amount, 0);
const GROUPS = {
  type: (card) => card.type,
  faction: (card) => card.faction,
  cost: (card) => String(total(card)),
};

const groupName = (id) => (state.group === "cost" ? `${titleOf("cost")} ${id}` : valueName(fieldOf(state.group), id));

/** What a card costs, with the symbols of its resources. */
function Cost({ cost }) {
  const shown = cost.filter((one) => one.amount);
  if (!shown.length) return null;
  return html`<span class="b-cost">${shown.map((one) => html`<span>${one.amount}${one.symbol ? html`<img class="symbol" src=${symbolAt(one.symbol)} alt=${one.name} width="16" height="16" />` : one.name ? ` ${one.name}` : ""}</span>`)}</span>`;
}

// ---- a card's picture, while the mouse is on its line or a finger rests there

const HOLD = 350; // milliseconds
let resting = 0;

function peeking(id) {
  const end = () => {
    clearTimeout(resting);
    if (state.peek) set({ peek: null });
  };
  const soon = (event) => {
    const { top, left } = event.currentTarget.getBoundingClientRect();
    clearTimeout(resting);
    resting = setTimeout(() => state.names.has(id) && set({ peek: { id, top, left } }), HOLD);
  };
  return {
    onPointerEnter: (event) => event.pointerType === "mouse" && soon(event),
    onPointerDown: (event) => event.pointerType === "touch" && soon(event),
    onPointerLeave: end,
    onPointerUp: end,
    onPointerCancel: end,
  };
}

export function Peek() {
  if (!state.peek) return null;
  const { id, top, left } = state.peek;
  const place = {
    top: `${Math.max(8, Math.min(top - 60, innerHeight - 370))}px`,
    left: `${Math.max(8, left - 260)}px`,
  };
  return html`<img class="b-peek" src=${picture(id, 250)} alt="" width="250" height="349" style=${place} />`;
}

// ---- dice that a player assembles

/** A button for every place on every face; a click puts the next symbol there. */
function Dice({ dice }) {
  if (!dice && !state.deck.dice) return null;
  const made = state.deck.dice;
  const start =
    dice &&
    Array.from(
      { length: dice.count },
      () => dice.start ?? Array.from({ length: dice.faces ?? 6 }, () => Array(dice.each ?? 1).fill(dice.of[0])),
    );
  const next = (die, face, place) => {
    const of = dice?.of ?? [...new Set(made.flat(2))];
    const symbol = of[(of.indexOf(made[die][face][place]) + 1) % of.length];
    edit({
      ...state.deck,
      dice: made.map((faces, a) =>
        faces.map((marks, b) => marks.map((mark, c) => (a === die && b === face && c === place ? symbol : mark))),
      ),
    });
  };
  return html`<details class="b-dice" open=${Boolean(made)}><summary>${words("dice-of")}</summary>
    ${!made && html`<button type="button" id="b-dice" onClick=${() => edit({ ...state.deck, dice: start })}>${words("dice-own")}</button>`}
    ${made?.map(
      (faces, die) =>
        html`<h4>${words("die", { number: die + 1 })}</h4><div class="b-die">${faces.map(
          (marks, face) =>
            html`<span>${marks.map(
              (symbol, place) => html`<button type="button"
      aria-label=${words("hole", { die: die + 1, face: face + 1, place: place + 1, name: symbolName(symbol) ?? symbol })} title=${symbolName(symbol) ?? symbol} onClick=${() => next(die, face, place)}>
      ${symbolName(symbol) ? html`<img src=${symbolAt(symbol)} class="symbol" alt="" width="22" height="22" />` : symbol}</button>`,
            )}</span>`,
        )}</div>`,
    )}
    ${made && html`<p><button type="button" onClick=${() => edit({ ...state.deck, dice: undefined })}>${words("dice-start")}</button></p>`}</details>`;
}

// ---- the verdict

export function Mark() {
  const mine = verdictIn(state.deck.format);
  if (!mine) return html`<span class="b-verdict b-checking">${state.verdict.failed ? "?" : "…"}</span>`;
  const { sign, style } = said(mine);
  return html`<span class=${`b-verdict ${style}`}>${mine.legal ? sign : `${sign} ${mine.violations.length}`}</span>`;
}

/** How a verdict is shown: a deck that only lacks cards is begun, and nothing is wrong with it. */
function said(mine) {
  const n = mine.violations.length;
  if (mine.legal) return { sign: "✓", style: "b-legal", text: words("legal") };
  if (mine.violations.every(lacks)) return { sign: "○", style: "b-todo", text: words("to-do", { n }) };
  return { sign: "✗", style: "b-illegal", text: words("illegal", { n }) };
}

function Verdict() {
  const { verdict, deck, game } = state;
  const mine = verdictIn(deck.format);
  const last = verdict.formats.find((one) => one.format === deck.format)?.violations ?? [];
  const missing = missingOf(last);
  const listed = last.filter((one) => !missing.includes(one));
  return html`<section class="b-judgement" aria-label=${words("format")} aria-busy=${!mine}>
    <p class=${`b-verdict-line ${mine ? said(mine).style : "b-checking"}`} id="b-verdict">
      ${verdict.failed ? words("failed-verdict", { why: verdict.failed }) : !mine ? words(state.starting ? `starting.${state.starting}` : "checking") : `${said(mine).sign} ${said(mine).text}`}
      <span class="b-count">${words("count.cards", { n: count(deck) })}</span>
      ${verdict.failed && html`<button type="button" onClick=${judge}>${words("again")}</button>`}</p>
    ${mine && html`<${Missing} all=${mine.violations} />`}
    ${listed.length > 0 && html`<ul class=${`b-faults${listed.every(lacks) ? " b-begun" : ""}${mine ? "" : " b-old"}`} tabindex="0" aria-label=${words("illegal", { n: listed.length })}>${listed.map((one, at) => html`<${Violation} key=${one.code + one.cards + at} one=${one} now=${Boolean(mine)} repeated=${listed.findIndex((other) => other.help === one.help) < at} />`)}</ul>`}
    ${mine?.notes?.map((note) => html`<p class="b-quiet">${words("notes-verdict")}: ${note}</p>`)}
    ${mine?.witness?.length > 0 && html`<details><summary>${words("allowances")}</summary><ul>${mine.witness.map((one) => html`<li>${one.copies} ${nameOf(one.card)} — ${one.group}</li>`)}</ul></details>`}
    ${
      game.formats.length > 1 &&
      html`<details class="b-formats"><summary>${words("all-formats")}</summary><table><tbody>
      ${game.formats.map((format) => {
        const one = verdictIn(format.id);
        return html`<tr><th scope="row"><button type="button" onClick=${() => revise({ format: format.id })} aria-pressed=${format.id === deck.format}>${format.name}</button></th>
          <td class=${one ? said(one).style : "b-checking"}>${!one ? "…" : one.legal ? `✓ ${words("legal")}` : `${said(one).sign} ${one.violations.length}`}</td>
          <td class="b-first">${one && !one.legal ? one.violations[0].message : ""}</td></tr>`;
      })}</tbody></table></details>`
    }
  </section>`;
}

const ADDS = new Set(["missing-card"]),
  TAKES = new Set(["too-many-copies", "extra-card", "banned-card", "not-in-pool"]);

/** The faults of cards that are missing, where several are: one button adds them all. */
function missingOf(all) {
  const found = all.filter(
    (one) => ADDS.has(one.code) && one.section && one.cards.length === 1 && one.limit > one.actual,
  );
  return found.length < 2 ? [] : found;
}

function Missing({ all }) {
  const missing = missingOf(all);
  if (!missing.length) return null;
  const more = missing.reduce(
    (deck, one) =>
      withCopies(deck, one.section, one.cards[0], copies(deck, one.cards[0], one.section) + one.limit - one.actual),
    state.deck,
  );
  const n = count(more) - count(state.deck);
  return html`<div class="b-missing"><button type="button" id="b-missing" onClick=${() => edit(more)}>${words("mend-missing", { n })}</button>
    <details><summary>${words("missing-list", { n })}</summary><ul>${missing.map((one) => html`<li>${one.limit - one.actual} ${nameOf(one.cards[0])} <${Mend} one=${one} /></li>`)}</ul></details></div>`;
}

function Violation({ one, now, repeated }) {
  return html`<li><span>${one.message}</span>${one.help && !repeated && html` <small>${one.help}</small>`} ${now && html`<${Mend} one=${one} />`}</li>`;
}

/** Buttons that mend a fault, or that show what would. */
function Mend({ one }) {
  const [card] = one.cards;
  if (one.code === "unknown-section" && count(state.deck, one.section))
    return html`<${Unknown} section=${one.section} />`;
  if (one.code === "unknown-card" || one.code === "unknown-section") return null;
  if (lacks(one) && one.cards.length < 2) return html`<${Lacking} one=${one} card=${card} />`;
  const away = one.cards
    .map((id) => [id, one.section && copies(state.deck, id, one.section) && room(id, one.section)?.elsewhere])
    .filter(([, to]) => to);
  if (away.length)
    return html`${away.map(([id, to]) => html`<button type="button" onClick=${() => move(id, one.section, to, copies(state.deck, id, one.section))}>${words("mend-move-card", { card: nameOf(id), name: sectionName(to) })}</button> `)}`;
  const short = (one.limit ?? 0) - (one.actual ?? 0);
  if (one.cards.length !== 1 || !TAKES.has(one.code) || one.actual === null || short >= 0) return null;
  const from =
    one.section && copies(state.deck, card, one.section)
      ? one.section
      : sectionsOf(state.game, state.deck).findLast((part) => copies(state.deck, card, part.id))?.id;
  const there = from === undefined ? 0 : copies(state.deck, card, from);
  if (there + short < 0) return null;
  return html`<button type="button" onClick=${() => setCopies(card, from, there + short)}>${words("mend-remove", { n: -short })}</button>`;
}

/** What fills a gap: the one card that does, more copies of what is there, or a search for what fits. */
function Lacking({ one, card }) {
  const short = one.limit - one.actual,
    where = one.values?.where ?? "",
    only = ADDS.has(one.code) ? card : state.fits[where],
    section = one.section || state.section;
  if (only && (one.section || where))
    return html`<button type="button" onClick=${() => add(only, section, short)}>${ADDS.has(one.code) ? words("mend-add", { n: short }) : words("put-in", { number: short, name: nameOf(only) })}</button>`;
  if (where) return html`<button type="button" onClick=${() => showFits(where)}>${words("mend-show")}</button>`;
  if (one.code !== "too-few-cards") return null;
  const more = state.allowed ? filled(section, one.limit) : state.deck,
    n = count(more, section) - count(state.deck, section);
  return html`${n > 0 && html`<button type="button" onClick=${() => fill(more, section)}>${n < short ? words("mend-more", { n }) : words("mend-fill", { n: one.limit })}</button> `}
    <button type="button" onClick=${() => (set({ section }), showFits(typesIn(section)))}>${words("mend-show")}</button>`;
}

const sectionName = (id) => sectionsOf(state.game, state.deck).find((one) => one.id === id)?.name ?? id;

function Unknown({ section }) {
  const { [section]: cards, ...sections } = state.deck.sections;
  const main = formatOf(state.game, state.deck).sections[0];
  const without = { ...state.deck, sections };
  return html`<button type="button" onClick=${() => edit(joined(without, { sections: { [main.id]: cards } }))}>${words("mend-move", { name: main.name })}</button>
    <button type="button" onClick=${() => edit(without)}>${words("mend-section", { n: count(state.deck, section) })}</button>`;
}

// ---- lines of a pasted list that were not understood

function Problems() {
  const { problems = [] } = state;
  if (!problems.length) return null;
  const settle = (one) => set({ problems: problems.filter((other) => other !== one) });
  const meant = problems.map((one) => [one, near(one.values.card ?? "", state.game.cards)]);
  const sure = meant.filter(([, cards]) => cards.length === 1);
  const acceptAll = () => {
    let deck = state.deck;
    for (const [one, [card]] of sure) {
      const place = room(card.id)?.elsewhere || state.section;
      deck = withCopies(deck, place, card.id, copies(deck, card.id, place) + Math.max(1, one.values.copies ?? 1));
    }
    set({ problems: problems.filter((one) => !sure.some(([other]) => other === one)) });
    edit(deck);
  };
  return html`<section class="b-problems" aria-label=${words("not-understood")}><h3>${words("not-understood")}</h3>
    ${sure.length > 1 && html`<p><button type="button" id="b-accept" onClick=${acceptAll}>${words("accept-all", { n: sure.length })}</button></p>`}<ul>
    ${meant.map(([one, cards]) => {
      const number = Math.max(1, one.values.copies ?? 1);
      return html`<li><code>${one.text || one.message}</code> <small>${one.line ? words("line", { line: one.line }) + ": " : ""}${one.message}</small><br />
        ${cards.map((card) => html`<button type="button" onClick=${() => (settle(one), add(card.id, state.section, number))}>${words("put-in", { number, name: card.name })}</button> `)}
        <button type="button" class="b-plain" onClick=${() => settle(one)}>${words("leave-out")}</button></li>`;
    })}</ul></section>`;
}

/** The cards probably meant by an unknown name: those that share most pairs of letters with it. */
function near(words, cards, most = 4) {
  const wanted = pairs(words);
  if (!wanted.size) return [];
  const found = cards
    .map((card) => ({ card, near: Math.max(alike(wanted, pairs(card.name)), alike(wanted, pairs(card.id))) }))
    .filter((one) => one.near >= 0.3)
    .sort((a, b) => b.near - a.near);
  return found
    .filter((one) => one.near >= 0.6 * found[0].near)
    .slice(0, most)
    .map((one) => one.card);
}

function pairs(text) {
  const plain = ` ${text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  const found = new Set();
  if (plain.length > 2) for (let at = 0; at < plain.length - 1; at++) found.add(plain.slice(at, at + 2));
  return found;
}

function alike(one, other) {
  let both = 0;
  for (const pair of one) if (other.has(pair)) both++;
  return (2 * both) / (one.size + other.size);
}
