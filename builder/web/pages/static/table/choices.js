// What may be done now: the question, the options of a thing that was clicked, and those that stand for no card.

import { card as cardAt, closing, ended, html, picture, shown } from "../builder/dom.js";
import { byKey, itemsOf, marked, plain, refusals } from "./areas.js";
import { over, people, take, wishFor } from "./state.js";
import { set, state } from "./store.js";
import { words } from "../words.js";

const WISHES = ["", "always", "me", "turn"]; // when one wants to be asked who could answer what others do

/** The keys of all that lies on the table, with what each shows. */
function looks(table) {
  const found = new Map();
  for (const item of itemsOf(table))
    if (item.key) found.set(item.key, `${item.card ?? ""} ${item.shows ?? ""} ${(item.marks ?? []).join()}`);
  return found;
}

/** Options in groups: to pass, to go on, those of dice that are taken together, and those that stand for nothing there. */
export function grouped(answer) {
  const there = looks(answer.table);
  const isSeat = (key) => key.startsWith("seat:");
  const onTable = (one) => one.at.some((key) => there.has(key) || isSeat(key));
  return {
    pass: answer.choices.filter((one) => one.role === "pass"),
    next: answer.choices.filter((one) => one.role === "next"),
    together: answer.choices.filter((one) => one.together),
    others: answer.choices.filter((one) => !one.role && !one.together && !onTable(one)),
    placed: byKey(answer.choices.filter((one) => !one.role)),
    refused: answer.refused.filter((one) => !one.at.some((key) => there.has(key))),
    there,
  };
}

/** The option that takes just what is chosen; equal things stand for each other. */
function meant(together, chosen, there) {
  const look = (keys) =>
    keys
      .map((key) => there.get(key) ?? "")
      .sort()
      .join("|");
  return together.find((one) => look(one.at) === look(chosen));
}

const label = (choice) =>
  html`${marked(choice.said)}${choice.once && html`<small> ${choice.once}</small>`}${choice.final && html`<small class="t-final" title=${words("final")}> ⚑</small>`}`;

function Option({ choice, number, type = "" }) {
  const hinted = state.hint === choice?.option ? " t-hinted" : "";
  return html`<button type="button" class=${`t-option ${type}${hinted}`} disabled=${!choice || state.busy} data-option=${choice?.option} data-card=${choice?.card || undefined}
    onClick=${() => take(choice.option)} onPointerEnter=${() => choice?.card && set({ zoom: choice.card })}>
    ${number && html`<kbd aria-hidden="true">${number}</kbd> `}${choice ? label(choice) : words(type === "t-pass" ? "pass" : "next")}</button>`;
}

/** What can't be done now: gray, with the reason. */
const Refused = ({ one }) =>
  html`<button type="button" class="t-option t-refused" disabled>${marked(one.said)}<small>${marked(one.why)}</small></button>`;

/** Whose decision it is, why it is asked, and the buttons. */
export function Question({ answer }) {
  if (over()) return html`<${Result} answer=${answer} />`;
  const { who, person, names, choices, reason } = answer;
  if (!choices.length)
    return html`<section class="t-question"><p class="t-who">${words(person ? "decides" : "thinks", { name: names[who] })}</p><${Fixed} groups=${{ pass: [], next: [] }} /></section>`;
  const groups = grouped(answer);
  const confirm = groups.together.length > 0 && meant(groups.together, state.chosen, groups.there);
  return html`<section class="t-question" aria-label=${words("your-decision")}>
    <p class="t-who">${reason.said ? marked(reason.said) : words("your-decision")}</p>
    ${groups.placed.size > 0 && html`<p class="t-tip">${words(groups.together.length ? "choose-dice" : "choose-marked")}</p>`}
    ${groups.together.length > 0 && html`<${Option} choice=${confirm || null} type="t-together" />`}
    <div class="t-options">${groups.others.map((one, n) => html`<${Option} key=${one.option} choice=${one} number=${n < 9 ? n + 1 : ""} />`)}${groups.refused.map((one) => html`<${Refused} one=${one} />`)}</div>
    <${Fixed} groups=${groups} /></section>`;
}

/** To pass and to go on are two buttons, which never change places. */
function Fixed({ groups: { pass, next } }) {
  const two = (list, type) =>
    list.length > 1
      ? list.map((one) => html`<${Option} key=${one.option} choice=${one} type=${type} />`)
      : html`<${Option} choice=${list[0] ?? null} type=${type} />`;
  return html`<div class="t-fixed"><div>${two(pass, "t-pass")}</div><div>${two(next, "t-next")}</div></div>
    ${state.answer.windows && html`<${Wishes} />`}`;
}

/** When one is asked who could answer what others do; and steps of a turn in which one always is. */
function Wishes() {
  const { answer, stops, wish } = state;
  const stop = (step) =>
    wishFor({
      stops: state.stops.includes(step) ? state.stops.filter((one) => one !== step) : [...state.stops, step],
    });
  return html`<label class="t-wish">${words("wish")} <select id="t-wish" onChange=${(event) => wishFor({ wish: event.target.value })}>${WISHES.map((one) => html`<option value=${one} selected=${one === wish}>${words(`wish-${one || "matters"}`)}</option>`)}</select></label>
    ${answer.steps.length > 0 && html`<details class="t-stops" id="t-stops"><summary>${words("stops")}${stops.length > 0 && ` (${stops.length})`}</summary>${answer.steps.map(([step, said]) => html`<label><input type="checkbox" data-step=${step} checked=${stops.includes(step)} onChange=${() => stop(step)} /> ${said}</label>`)}</details>`}`;
}

function Result({ answer }) {
  const { result, seat } = answer;
  const best = Math.max(...result);
  const won =
    result[seat] === best && best > 0 && !(result.every((one) => one === best) && result.length > 1 && best < 1);
  return html`<section class="t-question t-over" role="status"><p class="t-who">${words(people().length ? (won ? "won" : "ended") : "ended")}</p>
    ${answer.ending.map((one) => html`<p>${marked(one)}</p>`)}
    <p class="t-fixed"><button type="button" class="t-option t-next" onClick=${() => set({ panel: "again" })}>${words("again")}</button></p></section>`;
}

/** The options of one thing, with its picture. */
export function Menu({ answer, options }) {
  const key = state.menu;
  if (!key) return null;
  const found = options.get(key) ?? [];
  const item = itemsOf(answer.table).find((one) => one.key === key);
  const seat = key.startsWith("seat:") ? answer.names[Number(key.slice(5))] : "";
  if (!item && !seat) return null;
  const close = () => set({ menu: null });
  const title = plain(seat || (item?.card === "" ? words("empty") : (item?.said ?? words("hidden"))));
  return html`<dialog class="t-menu" ref=${shown} ...${closing(close)} aria-label=${title}
    onClick=${ended(close)}>
    ${item?.card && html`<img class="t-large" src=${picture(item.card, 500)} alt="" />`}
    <div><h2>${title}</h2>
    ${found.map((one, n) => html`<${Option} key=${one.option} choice=${one} number=${n < 9 ? n + 1 : ""} />`)}
    ${state.back ? "" : refusals(key).map((one) => html`<${Refused} one=${one} />`)}
    ${found.some((one) => one.final) && html`<p class="t-tip">⚑ ${words("final")}</p>`}
    <p>${item?.card && html`<a href=${cardAt(item.card)} target="_blank" rel="noopener">${words("about")}</a> `}<button type="button" class="t-option" onClick=${close}>${words("close")}</button></p></div></dialog>`;
}
