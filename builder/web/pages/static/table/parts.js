// Parts of the page that every table has: what is said in words, a card shown large, the log, and dialogs.

import { card as cardAt, html, picture } from "../builder/dom.js";
import { marked } from "./areas.js";
import { set, state } from "./store.js";
import { words } from "../words.js";

export const Words = ({ said }) =>
  said.length > 0 &&
  html`<p class="t-words">${said.map(([label, text]) => html`<span>${label} <b>${marked(text)}</b></span> `)}</p>`;

export function Zoom() {
  return state.zoom && html`<p class="t-zoom"><img src=${picture(state.zoom, 500)} alt="" /></p>`;
}

export function Log({ log }) {
  return html`<section class="t-log"><h2 id="t-log">${words("log")}</h2><ol tabindex="0" aria-labelledby="t-log">${log.map(
    (one, number) =>
      html`<li class=${number >= state.news ? "t-new" : ""} data-card=${one.card} onPointerEnter=${() => one.card && set({ zoom: one.card })}>${marked(one.said)}</li>`,
  )}</ol></section>`;
}

export const Link = ({ close }) =>
  html`<h2>${words("link")}</h2><p>${words("link-hint")}</p><textarea rows="5" readonly aria-label=${words("link")}>${location.href}</textarea><p><button type="button" class="t-option" onClick=${close}>${words("close")}</button></p>`;

/** A card alone, as a long press shows it. */
export const Large = ({ close }) =>
  html`<img class="t-alone" src=${picture(state.zoom, 500)} alt="" /><p class="t-fixed"><a href=${cardAt(state.zoom)} target="_blank" rel="noopener">${words("about")}</a><button type="button" class="t-option" onClick=${close}>${words("close")}</button></p>`;
