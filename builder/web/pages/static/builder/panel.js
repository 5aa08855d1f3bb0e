// The deck: its name and format, the verdict on it, its sections and their cards.

import { add, edit, faulty, judge, move, nameOf, remove, room, setCopies, tell, type, verdictIn } from "./actions.js";
import { copies, count, formatOf, joined, sectionsOf, withCopies } from "./decks.js";
import { html, symbol as symbolAt } from "./dom.js";
import { whyNot } from "./finder.js";
import { set, state } from "./store.js";
import { words } from "../words.js";

export function Deck() {
  const { deck, game } = state;
  const sections = sectionsOf(game, deck),
    format = formatOf(game, deck);
  const only = sections.length < 2;
  return html`<div class="b-deck">
    <div class="b-heads">
      <label class="b-wide"><span>${words("name")}</span><input id="b-name" maxlength="120" value=${deck.name} onInput=${(event) => type({ name: event.target.value })} /></label>
      <label><span>${words("format")}</span><select id="b-format" value=${deck.format} onChange=${(event) => tell({ format: event.target.value })}>
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
    ${sections.map((one) => html`<${Section} key=${one.id} section=${one} only=${only} others=${sections.filter((other) => other !== one && !other.foreign)} />`)}
    <${Dice} dice=${format.dice} />
    <details class="b-notes" open=${Boolean(deck.description)}><summary>${words("notes")}</summary>
      <textarea id="b-notes" rows="4" maxlength="2000" aria-label=${words("notes")} placeholder=${words("notes-hint")} value=${deck.description ?? ""} onInput=${(event) => type({ description: event.target.value || undefined })}></textarea></details>
  </div>`;
}

function Section({ section, only, others }) {
  const cards = Object.entries(state.deck.sections[section.id] ?? {});
  if (!cards.length && (only || section.foreign)) return null;
  const groups = Map.groupBy?.(sorted(cards), ([id]) => state.names.get(id)?.type ?? "") ?? grouped(sorted(cards));
  return html`<div class="b-section" role="group" aria-label=${section.name}>
    ${!only && html`<h3>${section.name} <b>${count(state.deck, section.id)}</b>${section.foreign && html` <em class="b-fault">${words("unknown-here")}</em>`}</h3>`}
    ${!cards.length && html`<p class="b-quiet">${words("empty-section")}</p>`}
    ${[...groups].map(
      ([
        kind,
        list,
      ]) => html`<${only ? "h3" : "h4"} class="b-kind" key=${"h" + kind}>${typeName(kind)} <small>${list.reduce((sum, [, number]) => sum + number, 0)}</small><//>
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
  return html`<li class=${`b-row${bad || !known ? " b-bad" : ""}`}>
    <button type="button" class="b-step" tabindex=${state.keys ? -1 : 0} aria-label=${words("remove", { name })} onClick=${() => remove(id, section)}>−</button>
    <input class="b-number" inputmode="numeric" tabindex=${state.keys ? -1 : 0} aria-label=${words("copies-of", { name })} value=${number} onChange=${(event) => setCopies(id, section, Number(event.target.value))} />
    <button type="button" class="b-step" tabindex=${state.keys ? -1 : 0} aria-label=${words("add", { name })} onClick=${() => add(id, section)}>+</button>
    <button type="button" class="b-line" data-card=${id} data-section=${section} aria-label=${`${number} ${name}${why ? ` ${why}` : ""}${place?.most ? `, ${words("of-most", { n: place.have, most: place.most })}` : ""}${bad ? `, ${words("at-fault")}` : ""}`} onClick=${() => set({ dialog: { card: id } })}>
      <i class="b-dot" style=${{ background: known?.color || "currentColor" }}></i>${name}${why && html` <small class="b-why" title=${place.out?.help ?? ""}>${why}</small>`}${bad && html`<span class="b-mark" aria-hidden="true">!</span>`}</button>
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

function grouped(cards) {
  const found = new Map();
  for (const one of cards) {
    const kind = state.names.get(one[0])?.type ?? "";
    found.set(kind, [...(found.get(kind) ?? []), one]);
  }
  return found;
}

const typeName = (id) =>
  state.game.fields.find((field) => field.name === "type")?.values.find((one) => one.id === id)?.name ?? id;

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
  const names = new Map(state.game.symbols.map((symbol) => [symbol.id, symbol.name]));
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
      aria-label=${words("hole", { die: die + 1, face: face + 1, place: place + 1, name: names.get(symbol) ?? symbol })} title=${names.get(symbol) ?? symbol} onClick=${() => next(die, face, place)}>
      ${names.has(symbol) ? html`<img src=${symbolAt(symbol)} class="symbol" alt="" width="22" height="22" />` : symbol}</button>`,
            )}</span>`,
        )}</div>`,
    )}
    ${made && html`<p><button type="button" onClick=${() => edit({ ...state.deck, dice: undefined })}>${words("dice-start")}</button></p>`}</details>`;
}

// ---- the verdict

export function Mark() {
  const mine = verdictIn(state.deck.format);
  if (!mine) return html`<span class="b-verdict b-checking">${state.verdict.failed ? "?" : "…"}</span>`;
  return html`<span class=${`b-verdict ${mine.legal ? "b-legal" : "b-illegal"}`}>${mine.legal ? "✓" : `✗ ${mine.violations.length}`}</span>`;
}

function Verdict() {
  const { verdict, deck, game } = state;
  const mine = verdictIn(deck.format);
  const last = verdict.formats.find((one) => one.format === deck.format);
  return html`<section class="b-judgement" aria-label=${words("format")} aria-busy=${!mine}>
    <p class=${`b-verdict-line ${mine ? (mine.legal ? "b-legal" : "b-illegal") : "b-checking"}`} id="b-verdict">
      ${verdict.failed ? words("failed-verdict", { why: verdict.failed }) : !mine ? words(state.starting ? `starting.${state.starting}` : "checking") : mine.legal ? `✓ ${words("legal")}` : `✗ ${words("illegal", { n: mine.violations.length })}`}
      <span class="b-count">${words("count.cards", { n: count(deck) })}</span>
      ${verdict.failed && html`<button type="button" onClick=${judge}>${words("again")}</button>`}</p>
    ${mine && html`<${Missing} violations=${mine.violations} />`}
    ${last?.violations.length > 0 && html`<ul class=${`b-faults${mine ? "" : " b-old"}`} tabindex="0" aria-label=${words("illegal", { n: last.violations.length })}>${last.violations.map((one, at) => html`<${Violation} key=${one.code + one.cards + at} one=${one} now=${Boolean(mine)} repeated=${last.violations.findIndex((other) => other.help === one.help) < at} />`)}</ul>`}
    ${mine?.notes?.map((note) => html`<p class="b-quiet">${words("notes-verdict")}: ${note}</p>`)}
    ${mine?.witness?.length > 0 && html`<details><summary>${words("allowances")}</summary><ul>${mine.witness.map((one) => html`<li>${one.copies} ${nameOf(one.card)} — ${one.group}</li>`)}</ul></details>`}
    ${
      game.formats.length > 1 &&
      html`<details class="b-formats"><summary>${words("all-formats")}</summary><table><tbody>
      ${game.formats.map((format) => {
        const one = verdictIn(format.id);
        return html`<tr><th scope="row"><button type="button" onClick=${() => tell({ format: format.id })} aria-pressed=${format.id === deck.format}>${format.name}</button></th>
          <td class=${one ? (one.legal ? "b-legal" : "b-illegal") : "b-checking"}>${!one ? "…" : one.legal ? `✓ ${words("legal")}` : `✗ ${one.violations.length}`}</td>
          <td class="b-first">${one && !one.legal ? one.violations[0].message : ""}</td></tr>`;
      })}</tbody></table></details>`
    }
  </section>`;
}

const ADDS = new Set(["missing-card"]),
  TAKES = new Set(["too-many-copies", "extra-card", "banned-card", "not-in-pool"]);

/** One button for all cards that are missing, where several are. */
function Missing({ violations }) {
  const missing = violations.filter(
    (one) => ADDS.has(one.code) && one.section && one.cards.length === 1 && one.limit > one.actual,
  );
  if (missing.length < 2) return null;
  const more = missing.reduce(
    (deck, one) =>
      withCopies(deck, one.section, one.cards[0], copies(deck, one.cards[0], one.section) + one.limit - one.actual),
    state.deck,
  );
  return html`<p><button type="button" id="b-missing" onClick=${() => edit(more)}>${words("mend-missing", { n: count(more) - count(state.deck) })}</button></p>`;
}

function Violation({ one, now, repeated }) {
  return html`<li><span>${one.message}</span>${one.help && !repeated && html` <small>${one.help}</small>`} ${now && html`<${Mend} one=${one} />`}</li>`;
}

/** A button that mends a fault, where one card and a number are enough for that. */
function Mend({ one }) {
  const [card] = one.cards;
  if (one.code === "unknown-section" && count(state.deck, one.section))
    return html`<${Unknown} section=${one.section} />`;
  if (one.code === "unknown-card" || one.code === "unknown-section" || one.cards.length !== 1) return null;
  const short = (one.limit ?? 0) - (one.actual ?? 0);
  if (ADDS.has(one.code) && short > 0 && one.section)
    return html`<button type="button" onClick=${() => add(card, one.section, short)}>${words("mend-add", { n: short })}</button>`;
  if (!TAKES.has(one.code) || one.actual === null || short >= 0) return null;
  const from =
    one.section && copies(state.deck, card, one.section)
      ? one.section
      : sectionsOf(state.game, state.deck).findLast((part) => copies(state.deck, card, part.id))?.id;
  const there = from === undefined ? 0 : copies(state.deck, card, from);
  if (there + short < 0) return null;
  return html`<button type="button" onClick=${() => setCopies(card, from, there + short)}>${words("mend-remove", { n: -short })}</button>`;
}

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
  return html`<section class="b-problems" aria-label=${words("not-understood")}><h3>${words("not-understood")}</h3><ul>
    ${problems.map((one) => {
      const number = Math.max(1, one.values.copies ?? 1);
      return html`<li><code>${one.text || one.message}</code> <small>${one.line ? words("line", { line: one.line }) + ": " : ""}${one.message}</small><br />
        ${near(one.values.card ?? "", state.game.cards).map((card) => html`<button type="button" onClick=${() => (settle(one), add(card.id, state.section, number))}>${words("put-in", { number, name: card.name })}</button> `)}
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
