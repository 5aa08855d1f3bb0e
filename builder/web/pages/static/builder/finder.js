// The cards: the search, its filters, what it found.

import { add, faulty, filter, remove, room, search, searchSoon } from "./actions.js";
import { copies, formatOf, sectionsOf } from "./decks.js";
import { html, picture } from "./dom.js";
import { nameOf, set, state, titleOf, valueName } from "./store.js";
import { words } from "../words.js";

const CHIPS = 12; // values of a field that are shown side by side; of more, one is chosen from a list

export function Finder() {
  const { found, rows, sort, game } = state;
  const current = found.cards.some((card) => card.id === state.current) ? state.current : found.cards[0]?.id;
  const numbers = game.fields.filter((field) => ["number", "tally"].includes(field.kind) && !field.name.includes("."));
  return html`<section class="b-finder" aria-label=${words("cards")} hidden=${state.side !== "cards" && state.narrow}>
    <form class="b-search" role="search" onSubmit=${(event) => (event.preventDefault(), search())}>
      <input id="b-query" type="search" value=${state.query} placeholder=${words("search-hint", { query: document.getElementById("builder").dataset.example })} aria-label=${words("search")}
        autocomplete="off" spellcheck="false" enterkeyhint="search" aria-describedby="b-search-said"
        onInput=${(event) => (set({ query: event.target.value }), searchSoon())} />
      <select aria-label=${words("sort")} value=${sort} onChange=${(event) => (set({ sort: event.target.value }), search())}>
        <option value="">${words("by-number")}</option>
        <option value="name">${titleOf("name")}</option>
        ${numbers.filter((field) => field.name !== "number").map((field) => html`<option value=${field.name}>${field.title}</option><option value=${"-" + field.name}>${field.title} ↓</option>`)}
      </select>
      <button type="button" class="b-toggle" aria-pressed=${rows} onClick=${() => set({ rows: !rows })}>${words("rows")}</button>
    </form>
    <${Filters} />
    <p id="b-search-said" class=${found.failed ? "b-fault" : "b-quiet"}>${found.failed ? `${found.failed}${found.help ? ` — ${found.help}` : ""}` : words("cards-found", { n: found.total })}</p>
    ${!found.failed && !found.asking && !found.total && html`<div class="b-none"><p>${words("none-found")}</p>${found.meant?.length > 0 && html`<p>${words("meant")} ${found.meant.map((id) => html`<button type="button" onClick=${() => (set({ query: id }), search())}>${nameOf(id)}</button> `)}</p>`}</div>`}
    <ul class=${rows ? "b-rows" : "b-tiles"} id="b-found" aria-busy=${String(Boolean(found.asking))} aria-label=${words("cards")}>
      ${found.cards.map((card) => html`<${Tile} key=${card.id} card=${card} rows=${rows} first=${card.id === current} />`)}
    </ul>
    ${found.page < found.pages && html`<button type="button" class="b-more" onClick=${() => search(found.page + 1)}>${words("more")}</button>`}
  </section>`;
}

function Tile({ card, rows, first }) {
  const number = copies(state.deck, card.id),
    here = copies(state.deck, card.id, state.section);
  const fault = faulty().has(card.id),
    place = room(card.id),
    why = whyNot(place);
  return html`<li class=${`b-tile${number ? " b-has" : ""}${fault ? " b-bad" : ""}${why ? " b-away" : ""}`}>
    <button type="button" class="b-card" tabindex=${first ? 0 : -1} onFocus=${() => set({ current: card.id })} data-card=${card.id} data-section=${state.section} onClick=${() => add(card.id)}
      aria-label=${`${words("add", { name: card.name })}${why && ` ${why}`}${number || place?.most ? `, ${saidCopies(number, place)}` : ""}`}>
      ${!rows && html`<span class="b-picture"><img src=${picture(card.id, 250)} srcset=${`${picture(card.id, 250)} 1x, ${picture(card.id, 500)} 2x`} alt="" loading="lazy" decoding="async" width="250" height="349" /></span>`}
      <span class="b-name"><i class="b-dot" style=${{ background: state.names.get(card.id)?.color || "currentColor" }}></i>${card.name}</span>
      ${why && html` <small class="b-why" title=${place.out?.help ?? ""}>${why}</small>`}
      ${rows && html`<span class="b-facts">${facts(card)}</span>`}
    </button>
    <span class="b-steps">
      <button type="button" tabindex=${state.keys ? -1 : 0} class="b-step" disabled=${!number} aria-label=${words("remove", { name: card.name })} onClick=${() => remove(card.id)}>−</button>
      <output class=${place?.most && place.have >= place.most ? "b-full" : ""} title=${here === number ? "" : saidCopies(here)}>${place?.most ? html`${place.have}<small>/${place.most}</small>` : number || ""}</output>
      <button type="button" tabindex=${state.keys ? -1 : 0} class="b-step" aria-label=${words("add", { name: card.name })} onClick=${() => add(card.id)}>+</button>
      <button type="button" tabindex="-1" class="b-step b-info" aria-label=${words("about", { name: card.name })} onClick=${() => set({ dialog: { card: card.id } })}>i</button>
    </span>
  </li>`;
}

/** Why a card can't be added to a section; "" where it can, or where that is not known. */
export function whyNot(place) {
  if (place?.out)
    return place.out.code === "banned-card"
      ? words("banned")
      : words("not-here", { name: formatOf(state.game, state.deck).name });
  if (place?.elsewhere === undefined) return "";
  const section = sectionsOf(state.game, state.deck).find((one) => one.id === place.elsewhere);
  return section ? words("other-section", { name: section.name }) : "";
}

const saidCopies = (count, place) =>
  place?.most ? words("of-most", { n: place.have, most: place.most }) : words("in-deck", { n: count });

function Filters() {
  const shown = state.game.fields.filter(
    (field) =>
      !field.name.includes(".") &&
      (["number", "tally", "flag"].includes(field.kind) ? field.name !== "number" : field.values.length > 1),
  );
  const chosen = Object.values(state.filters).filter(Boolean).length;
  return html`<details class="b-filters">
    <summary>${words("filters")}${chosen ? ` (${chosen})` : ""}</summary>
    <div class="b-fields">
      ${shown.map((field) => html`<fieldset key=${field.name}><legend>${field.title}</legend>${kinds[field.kind](field)}</fieldset>`)}
    </div>
    ${chosen > 0 && html`<button type="button" onClick=${() => (set({ filters: {} }), search())}>${words("clear")}</button>`}
  </details>`;
}

const kinds = { word: valuesOf, text: valuesOf, number: range, tally: range, flag };

function valuesOf(field) {
  const term = state.filters[field.name] ?? "";
  const on = new Set(
    term
      ? term
          .slice(field.name.length + 1)
          .split(",")
          .map((value) => value.replaceAll('"', ""))
      : [],
  );
  const choose = (values) => filter(field.name, values.length ? `${field.name}:${values.map(quoted).join(",")}` : "");
  const unnamed = field.values.length > 5 && field.values.every((value) => value.name === value.id);
  const called = (value) => (value.name === value.id ? value.id.replaceAll("-", " ") : value.name);
  if (field.values.length > CHIPS || unnamed)
    return html`<select aria-label=${field.title} value=${[...on][0] ?? ""} onChange=${(event) => choose(event.target.value ? [event.target.value] : [])}>
      <option value="">${words("any")}</option>${field.values.map((value) => html`<option value=${value.id}>${called(value)}</option>`)}</select>`;
  return field.values.map(
    (value) => html`<button type="button" class="b-chip" aria-pressed=${on.has(value.id)}
    onClick=${() => choose(on.has(value.id) ? [...on].filter((one) => one !== value.id) : [...on, value.id])}>${called(value)}</button>`,
  );
}

function range(field) {
  const term = state.filters[field.name] ?? "";
  const least = />=(\d+)/.exec(term)?.[1] ?? "",
    most = /<=(\d+)/.exec(term)?.[1] ?? "";
  const choose = (from, to) =>
    filter(
      field.name,
      [from !== "" && `${field.name}>=${from}`, to !== "" && `${field.name}<=${to}`].filter(Boolean).join(" "),
    );
  return html`<input type="number" min="0" inputmode="numeric" value=${least} placeholder=${words("from")} aria-label=${`${field.title}, ${words("from")}`} onInput=${(event) => choose(event.target.value, most)} />
    <input type="number" min="0" inputmode="numeric" value=${most} placeholder=${words("to")} aria-label=${`${field.title}, ${words("to")}`} onInput=${(event) => choose(least, event.target.value)} />`;
}

function flag(field) {
  const on = Boolean(state.filters[field.name]);
  return html`<button type="button" class="b-chip" aria-pressed=${on} onClick=${() => filter(field.name, on ? "" : `is:${field.name}`)}>${field.title}</button>`;
}

const quoted = (value) => (/[\s:=<>,()"]/.test(value) ? `"${value.replaceAll('"', "")}"` : value);
/** A card's amounts and words from lists, in one line. */
export function facts(card) {
  const found = [];
  for (const field of state.game.fields) {
    const value = card[field.name];
    if (value === undefined || ["set", "number"].includes(field.name) || field.kind === "text") continue;
    const named = (one) => valueName(field, one);
    if (field.kind === "word") found.push([value].flat(2).map(named).join(", "));
    else if (field.kind === "tally")
      found.push(
        `${field.title} ${Object.entries(value)
          .map(([name, amount]) => `${amount} ${name}`)
          .join(", ")}`,
      );
    else if (field.kind === "number") found.push(`${field.title} ${value}`);
  }
  return found.join(" · ");
}

export const symbolName = (id) => state.game.symbols.find((one) => one.id === id)?.name;
