// Draws what lies on the table. What can be clicked has the key by which options name it.

import { html, marked as withSymbols, picture, places } from "../builder/dom.js";
import { choose, set, state } from "./store.js";
import { words } from "../words.js";

/** A text with its {symbols} as pictures. */
export const marked = (text) => withSymbols(text, (id) => places.names[id]);

/** The same text without pictures, for those who hear it. */
export const plain = (text) => String(text).replace(/\{([a-z0-9-]+)\}/g, (_, id) => places.names[id] ?? id);

/** The options by the keys of what they are about. */
export function byKey(choices) {
  const found = new Map();
  for (const choice of choices) for (const key of choice.at) found.set(key, [...(found.get(key) ?? []), choice]);
  return found;
}

/** All that lies on a table. */
export const itemsOf = (table) =>
  [table, ...table.seats]
    .flatMap((one) => one.lines.flat())
    .flatMap((area) => [...(area.items ?? []), ...(area.rows ?? []).flat()]);

/** What can't be done now with the thing of a key, each with the reason. */
export const refusals = (key) =>
  state.back ? [] : (state.answer?.refused ?? []).filter((one) => one.at.includes(key));

/** The lines of a seat or of the table: what is small to one side of the rows, unless it is open or something of it can be chosen. */
export function Lines({ lines, options, whose, own, Drawn = Area }) {
  const open = (area) => state.panel === area.id + whose || (area.items ?? []).some((item) => options.has(item.key));
  const small = (area) =>
    (["counters", "pile", "stack"].includes(area.kind) || (area.kind === "fan" && !own && whose)) && !open(area);
  const drawn = (area) => html`<${Drawn} key=${area.id} area=${area} options=${options} whose=${whose} />`;
  const info = lines.flat().filter(small);
  const rows = lines.map((line) => line.filter((area) => !small(area))).filter((line) => line.length);
  return html`<div class="t-lines">
    ${info.length > 0 && html`<div class="t-info">${info.map(drawn)}</div>`}
    ${rows.length > 0 && html`<div class="t-rows">${rows.map((line) => html`<div class="t-line">${line.map(drawn)}</div>`)}</div>`}
  </div>`;
}

function Area({ area, options, whose }) {
  const { id, kind, title, items = [] } = area;
  if (kind === "counters") return html`<${Counters} area=${area} whose=${whose} />`;
  if (kind === "map") return html`<${Places} area=${area} options=${options} />`;
  if (kind === "pile") return html`<${Pile} area=${area} options=${options} whose=${whose} />`;
  if (!items.length && kind !== "stack") return null;
  const label = whose ? `${whose}: ${title}` : title;
  if (kind === "stack" && !items.some((item) => options.has(item.key)) && state.panel !== id + whose)
    return html`<${Stack} area=${area} label=${label} whose=${whose} options=${options} />`;
  return html`<div class=${`t-area t-${kind}`} role="group" aria-label=${label}>
    <span class="t-label">${title}${kind === "stack" && html` <button type="button" class="t-small" data-key=${id + whose} onClick=${() => set({ panel: "" })}>${words("close")}</button>`}</span>
    <div class="t-items">${items.map((item, number) => {
      const facing = area.faces?.[number];
      const place = `${label} ${number + 1}${facing ? ` (${words("faces", { place: facing })})` : ""}`;
      const one = html`<${Item} key=${item.key} item=${item} options=${options.get(item.key)} place=${place} />`;
      return facing
        ? html`<div class="t-facing" key=${item.key}><small aria-hidden="true">${facing}</small>${one}</div>`
        : one;
    })}</div>
  </div>`;
}

function Counters({ area: { id, title, counters }, whose }) {
  return html`<dl class="t-area t-counters"><dt class="t-label">${title}</dt>${counters.map(([name, number]) => html`<dd>${name && html`<span class="t-name">${marked(name)}</span>`}<b data-count=${[whose, id, name].join("/")}>${marked(number)}</b></dd>`)}</dl>`;
}

function Pile({ area: { id, title, count, items }, options, whose }) {
  const open = items.some((item) => options.has(item.key));
  return html`<div class="t-area t-pile" role="group" aria-label=${`${whose ? `${whose}: ` : ""}${title}, ${count}`} data-pile=${id}>
    <span class="t-label">${title}</span>
    <div class="t-items"><span class=${count ? "t-back" : "t-back t-none"}>${places.back && html`<img src=${places.back} alt="" draggable=${false} />`}<b>${count}</b></span>
    ${open ? items.map((item) => html`<${Item} key=${item.key} item=${item} options=${options.get(item.key)} place=${title} />`) : items.length > 0 && html`<small title=${items.map((one) => one.said).join(", ")}>${words("known-there", { n: items.length })}</small>`}</div></div>`;
}

function Stack({ area: { id, title, items }, label, whose, options }) {
  const top = items.at(-1);
  return html`<div class="t-area t-stack" role="group" aria-label=${`${label}, ${items.length}`} data-pile=${id}>
    <span class="t-label">${title}${items.length > 1 && html` <button type="button" class="t-small" data-key=${id + whose} aria-label=${`${label}, ${items.length}`} onClick=${() => set({ panel: id + whose })}>${items.length}</button>`}</span>
    <div class="t-items">${top ? html`<${Item} key=${top.key} item=${top} options=${options.get(top.key)} place=${label} />` : html`<span class="t-slot"></span>`}</div></div>`;
}

/** A card, a die or an empty place. Without an `act` of the table's own, a click shows its options. */
export function Item({ item, options = [], place, act, pressed, tab = options.length > 0 }) {
  const { key, card, shows, marks = [] } = item;
  if (card === "" && shows === undefined && !options.length)
    return html`<span class="t-slot" data-key=${key} title=${place}></span>`;
  const together = options.some((one) => one.together);
  const chosen = state.chosen.includes(key);
  const refused = refusals(key);
  const can = [
    options.length && words("choices", { n: options.length }),
    ...refused.map((one) => `${plain(one.said)}: ${plain(one.why)}`),
  ].filter(Boolean);
  const types = [
    "t-card",
    shows !== undefined && !card && "t-die",
    card === "" && "t-slot",
    card === null && shows === undefined && "t-back",
  ];
  if (options.length) types.push("t-can");
  else if (refused.length) types.push("t-refused");
  if (state.hint !== null && options.some((one) => one.option === state.hint)) types.push("t-hinted");
  if (item.turned) types.push(`t-sideways-${item.turned}`);
  if (marks.some(([, value]) => value === "")) types.push("t-marked");
  const open = () => (together ? choose(key) : set({ menu: key, zoom: card || state.zoom }));
  const see = () => card && set({ zoom: card });
  return html`<button type="button" class=${types.filter(Boolean).join(" ")} data-key=${key} data-card=${card || undefined} tabindex=${tab ? 0 : -1}
    title=${refused.map((one) => `${plain(one.said)}: ${plain(one.why)}`).join("\n") || undefined} aria-pressed=${together ? String(chosen) : pressed}
    onClick=${act ?? (options.length || card ? open : undefined)} onPointerEnter=${see} onFocus=${see}>
    ${!card && shows === undefined && html`<span class="t-unseen">${words(card === "" ? "empty" : "hidden")}</span>`}
    ${card && html`<span class="t-called">${item.name}</span>${" "}<img src=${picture(card, 250)} alt="" loading="lazy" draggable=${false} />`}
    ${shows !== undefined && !card && html`<span class="t-shows">${marked(shows)}</span>`}
    ${card === null && shows === undefined && places.back && html`<img src=${places.back} alt="" draggable=${false} />`}
    ${marks.length > 0 && html`<span class="t-marks">${marks.map(([label, value]) => [html`<span>${marked(label)}${value === "" ? "" : [" ", html`<b>${marked(value)}</b>`]}</span>`, " "])}</span>`}
    <span class="t-unseen">${["", place, ...can].join(", ")}</span>
  </button>`;
}

/** Places of a drawing: those that can be chosen are buttons. */
function Places({ area: { title, rows, said }, options }) {
  const first = Math.min(...rows.flat().map((one) => one.column));
  return html`<div class="t-area t-map" role="group" aria-label=${`${title}: ${plain(said)}`}><span class="t-label">${title}</span>
    <div class="t-grid">${rows.flatMap((row, y) =>
      row.map((one) => {
        const style = { gridRow: y + 1, gridColumn: `${one.column - first + 1} / span 2` };
        if (one.text !== undefined)
          return html`<span class="t-sector" style=${style} aria-hidden="true">${one.text}</span>`;
        const can = options.get(one.key);
        const types = `t-place t-is-${one.state}${can ? " t-can" : ""}`;
        return can
          ? html`<button type="button" class=${types} style=${style} data-key=${one.key} aria-label=${`${plain(one.said)}, ${words("choices", { n: can.length })}`} onClick=${() => set({ menu: one.key })}>${one.sign}</button>`
          : html`<span class=${types} style=${style} data-key=${one.key} title=${plain(one.said)}>${one.sign}</span>`;
      }),
    )}</div></div>`;
}
