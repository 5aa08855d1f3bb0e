// The panels about the deck: numbers, comparisons, links and files.

import { back, compare, count_, exported, printed, sampleDeck, sheet, version } from "./actions.js";
import { count, sectionsOf, toDocument } from "./decks.js";
import { html, places } from "./dom.js";
import { Proxies } from "./proxies.js";
import { language, post } from "./api.js";
import { fieldOf, nameOf, say, set, state, valueName } from "./store.js";
import { save, why } from "../browser.js";
import { page, words } from "../words.js";

const percent = (part) => new Intl.NumberFormat(page(), { style: "percent", maximumFractionDigits: 1 }).format(part);
const number = (value) => new Intl.NumberFormat(page(), { maximumFractionDigits: 2 }).format(value);
export const moment = (when) =>
  new Intl.DateTimeFormat(page(), { dateStyle: "medium", timeStyle: "short" }).format(when);

function Sections({ then }) {
  const sections = sectionsOf(state.game, state.deck).filter((one) => count(state.deck, one.id) || !one.foreign);
  if (sections.length < 2) return null;
  return html`<p class="b-sections">${sections.map((one) => html`<button type="button" class="b-chip" aria-pressed=${one.id === state.section} onClick=${() => (set({ section: one.id }), then?.())}>${one.name}</button>`)}</p>`;
}

// ---- numbers

export function Numbers() {
  const { stats } = state;
  const body = !stats
    ? null
    : stats.failed
      ? html`<p class="b-fault" role="alert">${stats.failed} ${stats.help}</p>`
      : html`
    ${!stats.cards && html`<p class="b-quiet">${words("nothing-to-count")}</p>`}
    <div class="b-charts">${stats.amounts.map((one) => html`<${Curve} key=${one.field} one=${one} />`)}
    ${stats.words.filter((one) => !["op", "when", "ability"].includes(one.field)).map((one) => html`<${Shares} key=${one.field} one=${one} />`)}</div>
    ${stats.cards > 0 && html`<${Chances} stats=${stats} />`}
    ${
      stats.dice.length > 0 &&
      html`<h3>${words("dice")}</h3>${stats.dice.map(
        (
          die,
        ) => html`<table class="b-table"><caption>${die.count} × ${die.name}</caption><thead><tr><td></td><th scope="col">${words("one-die")}</th><th scope="col">${words("any-die")}</th><th scope="col">${words("expected")}</th></tr></thead><tbody>
      ${die.symbols.map((symbol) => html`<tr><th scope="row">${symbol.name}</th><td>${percent(symbol.one)}</td><td>${percent(symbol.any)}</td><td>${number(symbol.expected)}</td></tr>`)}</tbody></table>`,
      )}`
    }
    ${stats.odds.length > 0 && html`<h3>${words("odds")}</h3><table class="b-table"><tbody>${stats.odds.map((one) => html`<tr><th scope="row">${one.name ?? one.question}</th><td>${percent(one.chance)}</td></tr>`)}</tbody></table>`}`;
  return html`<div><${Sections} then=${count_} />${body}</div>`;
}

/** A curve's amounts with the empty ones between them, unless these are too many to be drawn. */
function filled(amounts) {
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  if (!amounts.every(Number.isInteger) || most - least > 20) return amounts;
  return Array.from({ length: amounts.length && most - least + 1 }, (_, at) => least + at);
}

/** The class that gives a bar the color of a faction or type. */
const own = (id) => `w-factions-${id} w-types-${id}`;

function Curve({ one }) {
  const bars = new Map(one.curve.map((bar) => [bar.amount, bar]));
  const most = Math.max(1, ...one.curve.map((bar) => bar.cards));
  const bar = (by) =>
    Object.entries(by).map(([id, n]) => html`<i class=${own(id)} style=${{ height: `${(n / most) * 100}%` }}></i>`);
  return html`<figure class="b-curve"><figcaption>${words("curve", { title: one.title })} <small>${words("total", { total: number(one.total), average: number(one.average ?? 0) })}</small></figcaption>
    <ol>${filled([...bars.keys()]).map((amount) => html`<li aria-label=${`${one.title} ${amount}: ${bars.get(amount)?.cards ?? 0}`}><span>${bars.get(amount)?.cards ?? ""}</span>${bar(bars.get(amount)?.by ?? {})}<b>${amount}</b></li>`)}</ol></figure>`;
}

function Shares({ one }) {
  const most = Math.max(1, ...Object.values(one.counts));
  const entries = Object.entries(one.counts);
  if (!entries.length || entries.length > 24) return null;
  return html`<figure class="b-shares"><figcaption>${one.title}</figcaption><dl>${entries.map(([id, cards]) => html`<div><dt>${valueName(fieldOf(one.field), id)}</dt><dd><i class=${own(id)} style=${{ width: `${(cards / most) * 100}%` }}></i><span>${cards}</span></dd></div>`)}</dl></figure>`;
}

function Chances({ stats }) {
  const turns = [1, 2, 3, 5, 8].filter((turn) => turn <= (stats.chances[0]?.by_turn.length ?? 0));
  const groups = stats.chances.filter((one) => /^(\d+ cop|type:)/.test(one.group));
  return html`<h3>${words("chances")}</h3>
    <form class="b-ask" onSubmit=${ask}><input name="chance" list="b-names" maxlength="300" aria-label=${words("chance-ask")} placeholder=${words("chance-hint")} /><button>${words("chance-add")}</button>
      <datalist id="b-names">${[...new Set(Object.values(state.deck.sections).flatMap((cards) => Object.keys(cards)))].map((id) => html`<option value=${nameOf(id)}></option>`)}</datalist></form>
    ${state.chanceFailed && html`<p class="b-fault" role="alert">${state.chanceFailed}</p>`}
    <ul class="b-asked">${stats.asked.map((one) => html`<li><b>${percent(one.chance)}</b> ${one.text} <button type="button" class="b-plain" aria-label=${words("remove", { name: one.text })} onClick=${() => (set({ chances: state.chances.filter((other) => other !== one.text) }), count_())}>✕</button></li>`)}</ul>
    ${
      groups.length > 0 &&
      html`<div class="b-scroll" tabindex="0" role="region" aria-label=${words("chances")}><table class="b-table"><thead><tr><td></td><th scope="col">${words("opening")}</th>${turns.map((turn) => html`<th scope="col">${words("turn", { turn })}</th>`)}</tr></thead><tbody>
      ${groups.map((one) => html`<tr><th scope="row">${groupName(one)}</th><td>${percent(one.opening)}</td>${turns.map((turn) => html`<td>${percent(one.by_turn[turn - 1])}</td>`)}</tr>`)}</tbody></table></div>`
    }`;
}

function groupName(one) {
  const id = /^type:(.*)/.exec(one.group)?.[1];
  if (!id) return `${one.copies} ${words("copies")}`;
  return `${valueName(fieldOf("type"), id)} (${one.copies})`;
}

async function ask(event) {
  event.preventDefault();
  const field = event.target.elements.chance,
    text = field.value.trim();
  if (!text) return;
  try {
    await post("/stats", { deck: toDocument(state.game, state.deck), section: state.section, chances: [text] });
    set({ chances: [...state.chances, text].slice(-20), chanceFailed: "" });
    field.value = "";
    count_();
  } catch (error) {
    set({ chanceFailed: why(error) });
  }
}

// ---- comparing and versions

export function Compare() {
  const { compared, versions, shelf, game } = state;
  const against = async (value) => {
    const [kind, at] = [value.slice(0, 1), value.slice(1)];
    if (kind === "v") return compare(versions[at].deck, words("version-of", { when: moment(versions[at].when) }));
    if (kind === "s") return compare(shelf.find((one) => one.id === at).deck, shelf.find((one) => one.id === at).name);
    const written = await sampleDeck(at);
    return compare(written, written.name);
  };
  return html`<div>
    <label class="b-wide"><span>${words("compare-with")}</span><select id="b-against" value="" onChange=${(event) => against(event.target.value)}><option value=""></option>
      ${versions.length > 0 && html`<optgroup label=${words("versions")}>${versions.map((one, at) => html`<option value=${"v" + at}>${moment(one.when)}${one.note ? ` · ${one.note}` : ""}</option>`)}</optgroup>`}
      ${shelf.length > 0 && html`<optgroup label=${words("shelf")}>${shelf.filter((one) => one.id !== state.shelved).map((one) => html`<option value=${"s" + one.id}>${one.name}</option>`)}</optgroup>`}
      <optgroup label=${words("sample-decks")}>${game.decks.map((one) => html`<option value=${"d" + one.id}>${one.name}</option>`)}</optgroup></select></label>
    ${compared?.failed && html`<p class="b-fault" role="alert">${compared.failed}</p>`}
    ${
      compared?.sections &&
      html`<div id="b-compared"><h3>${compared.label} → ${state.deck.name}</h3>${compared.same && html`<p>${words("same")}</p>`}
      <${Differences} compared=${compared} />
      ${compared.curves.length > 0 && html`<p class="b-legend"><span><i></i>${compared.label}</span> <span><i></i>${state.deck.name}</span></p>`}
      <div class="b-charts">${compared.curves.map((one) => html`<${TwoCurves} key=${one.field} one=${one} />`)}</div>
      <${TwoOdds} compared=${compared} /></div>`
    }
    <h3>${words("versions")}</h3><form class="b-copied" onSubmit=${keepVersion}><input name="note" id="b-version-note" maxlength="300" aria-label=${words("version-note")} placeholder=${words("version-note")} /><button id="b-version">${words("keep-version")}</button></form>
    ${!versions.length && html`<p class="b-quiet">${words("no-versions")}</p>`}
    <ul class="b-list" id="b-versions">${versions.map((one, at) => html`<li key=${one.when + at}><span>${moment(one.when)} · ${one.deck.name}${one.note && html`<br /><small>${one.note}</small>`}</span><button type="button" onClick=${() => against(`v${at}`)}>${words("compare-do")}</button> <button type="button" onClick=${() => back(one.deck)}>${words("back-to")}</button></li>`)}</ul></div>`;
}

function keepVersion(event) {
  event.preventDefault();
  const field = event.target.elements.note;
  version(field.value.trim());
  field.value = "";
}

/** Chances of dice and of what the format asks, of both decks. */
function TwoOdds({ compared }) {
  const [before, after] = compared.stats ?? [];
  if (!before || !after) return null;
  const rows = (stats) =>
    new Map([
      ...stats.dice.flatMap((die) =>
        die.symbols.map((symbol) => [`${die.name}: ${symbol.name}`, [die.count, symbol.any]]),
      ),
      ...stats.odds.map((one) => [one.name ?? one.question, ["", one.chance]]),
    ]);
  const [old, now] = [rows(before), rows(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const shown = (one) => (one ? html`${one[0] !== "" && html`<small>${one[0]} × </small>`}${percent(one[1])}` : "–");
  const differs = (name) => String(old.get(name)) !== String(now.get(name));
  const table = (
    list,
    id,
  ) => html`<div class="b-scroll" tabindex="0" role="region" aria-label=${words("odds")}><table class="b-table b-wraps" id=${id}><thead><tr><td></td><th scope="col">${compared.label}</th><th scope="col">${state.deck.name}</th></tr></thead><tbody>
    ${list.map((name) => html`<tr><th scope="row">${name}</th><td>${shown(old.get(name))}</td><td>${shown(now.get(name))}</td></tr>`)}</tbody></table></div>`;
  const [other, alike] = [names.filter(differs), names.filter((name) => !differs(name))];
  return html`${other.length > 0 && html`<h4>${words("odds")}</h4>${table(other, "b-two-odds")}`}
    ${alike.length > 0 && html`<details id="b-same-odds"><summary>${words("same-odds", { n: alike.length })}</summary>${table(alike)}</details>`}`;
}
export const Differences = ({ compared }) =>
  compared.sections.map(
    (one) => html`<section>${compared.sections.length > 1 && html`<h4>${one.name}</h4>`}
  <${Changes} title=${words("in")} deep=${compared.sections.length > 1} list=${one.in.map((card) => `+${card.copies} ${nameOf(card.id)}`)} /><${Changes} title=${words("out-cards")} deep=${compared.sections.length > 1} list=${one.out.map((card) => `−${card.copies} ${nameOf(card.id)}`)} />
  <${Changes} title=${words("changed")} deep=${compared.sections.length > 1} list=${one.changed.map((card) => `${card.before} → ${card.after} ${nameOf(card.id)}`)} /></section>`,
  );

const Changes = ({ title, list, deep }) =>
  list.length > 0 &&
  html`<${deep ? "h5" : "h4"} class="b-change">${title}<//><ul>${list.map((one) => html`<li>${one}</li>`)}</ul>`;

function TwoCurves({ one }) {
  const amounts = filled(
    [...new Set(one.decks.flatMap((deck) => deck.curve.map((bar) => bar.amount)))].sort((a, b) => a - b),
  );
  const bars = one.decks.map((deck) => new Map(deck.curve.map((bar) => [bar.amount, bar.cards])));
  const most = Math.max(1, ...one.decks.flatMap((deck) => deck.curve.map((bar) => bar.cards)));
  return html`<figure class="b-curve b-two"><figcaption>${words("curve", { title: one.title })} <small>${one.decks.map((deck) => number(deck.average ?? 0)).join(" → ")}</small></figcaption>
    <ol>${amounts.map((amount) => html`<li aria-label=${`${one.title} ${amount}: ${bars.map((map) => map.get(amount) ?? 0).join(" → ")}`}><span></span>${bars.map((map) => html`<i style=${{ height: `${((map.get(amount) ?? 0) / most) * 100}%` }}></i>`)}<b>${amount}</b></li>`)}</ol></figure>`;
}

// ---- out

export function Out() {
  const found = state.links;
  return html`<div><h3>${words("link")}</h3><p class="b-quiet">${words("link-hint")}</p>
    <${Copied} id="b-link" text=${found?.short ?? ""} label=${words("link")} /><details><summary>${words("link-long")}</summary><${Copied} id="b-long-link" text=${found?.long ?? ""} label=${words("link-long")} /></details>
    ${
      state.game.presets.length > 0 &&
      html`<h3>${words("print")}</h3><form class="b-print" id="b-print-form" onSubmit=${print}>
      <label><span>${words("preset")}</span><select name="preset">${state.game.presets.map((name) => html`<option>${name}</option>`)}</select></label>
      <label><span>${words("paper")}</span><select name="paper"><option value="">${words("as-preset")}</option><option>a4</option><option>letter</option><option>a3</option></select></label>
      <label><input type="checkbox" name="ink" /> ${words("low-ink")}</label> <label><input type="checkbox" name="each" /> ${words("one-each")}</label>
      <button id="b-print" disabled=${state.busy}>${state.busy ? words("printing") : words("print-do")}</button></form>
    <h3>${words("sheet")}</h3><p class="b-quiet">${words("sheet-hint")}</p><form class="b-print" onSubmit=${writeOut}>
      <label><span>${words("paper")}</span><select name="paper"><option>a4</option><option>letter</option></select></label>
      <button id="b-sheet" disabled=${state.busy}>${state.busy ? words("printing") : words("sheet-do")}</button></form>`
    }
    <${Proxies} />
    ${
      !state.game.presets.length &&
      html`<h3>${words("print")}</h3><p class="b-quiet">${words("print-here-hint")}</p><form class="b-print" onSubmit=${printCards}>
      <label><span>${words("paper")}</span><select name="paper"><option>a4</option><option>letter</option></select></label>
      <label><input type="checkbox" name="each" /> ${words("one-each")}</label>
      <button id="b-print-here" disabled=${state.busy || !count(state.deck)}>${words("print-here")}</button></form>`
    }
    <h3>${words("export")}</h3><p class="b-buttons">${places.targets.map((target) => html`<button type="button" data-target=${target.id} title=${target.title} disabled=${state.busy} onClick=${() => out(target)}>${target.name}</button>`)}</p>
    ${state.busy && html`<p class="b-quiet" role="status">${words("exporting")}</p>`}${places.elsewhere && html`<p class="b-quiet">${words("elsewhere", { names: places.elsewhere })}</p>`}
    ${state.outFailed && html`<p class="b-fault" role="alert">${state.outFailed}</p>`}${state.losses && html`<p class="b-quiet">${words("losses", { losses: state.losses })}</p>`}
    ${state.outText && html`<textarea id="b-text" readonly rows="12" aria-label=${words("text")} value=${state.outText}></textarea>`}</div>`;
}

const Copied = ({ id, text, label }) =>
  html`<p class="b-copied"><input id=${id} readonly value=${text} aria-label=${label} onFocus=${(event) => event.target.select()} /><${Copy} text=${text} label=${words("copy")} /></p>`;

/** A button that copies a text, also where a page may not write to the clipboard by itself. */
export function Copy({ id, text, label }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
      document.getElementById("builder").append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    say(words("copied"));
  };
  return html`<button type="button" id=${id} onClick=${copy}>${label}</button>`;
}

/** Do what takes a while, or show why it can't be done. What was pressed is disabled meanwhile, and has the focus again. */
async function working(work) {
  const pressed = document.activeElement;
  set({ busy: true, outFailed: "" });
  const failed = await work().then(() => "", why);
  set({ busy: false, outFailed: failed });
  requestAnimationFrame(() => document.activeElement === document.body && pressed.focus());
}

const out = ({ id, suffix }) =>
  working(async () => {
    const { blob, losses } = await exported(id);
    set({ losses, outText: /^text\/|json$|yaml$/.test(blob.type) ? await blob.text() : "" });
    if (id !== "text") save(blob, slug(state.deck.name) + suffix);
  });

function print(event) {
  event.preventDefault();
  return pdf(`${slug(state.deck.name)}.pdf`, () => printed(printOptions()));
}

function printCards(event) {
  event.preventDefault();
  const { paper, each } = event.target.elements;
  return working(async () => (await import("./carriers/sheets.js")).printHere(paper.value, each.checked));
}

/** How things are printed, as it is chosen in the form. */
export function printOptions() {
  const { preset, paper, ink, each } = document.getElementById("b-print-form").elements;
  const chosen = { ...(paper.value && { paper: paper.value }), ...(ink.checked && { ink: "low" }) };
  return { preset: preset.value, words: chosen, "one-each": each.checked, ...(language() && { lang: language() }) };
}

function writeOut(event) {
  event.preventDefault();
  return pdf(`${slug(state.deck.name)}-sheet.pdf`, () => sheet(event.target.elements.paper.value));
}

/** Save the PDF, or show why it can't be made. */
export const pdf = (name, make) => working(async () => save((await make()).blob, name));

export const slug = (name) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "deck";
