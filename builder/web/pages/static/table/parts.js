// Parts of the page that every table has: what is said in words, a card shown large, the log, and dialogs.

import { card as cardAt, closing, html, picture, shown } from "../builder/dom.js";
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

/** What went wrong with the last thing that was done. */
export const Failed = () =>
  state.failed &&
  html`<p class="t-failed" role="alert">${state.failed} <button type="button" class="t-small" onClick=${() => set({ failed: "" })}>${words("close")}</button></p>`;

/** What hides the table until the person whose decision it is looks. */
export const Curtain = ({ title, look }) =>
  html`<section class="t-curtain"><h2>${title}</h2><p>${words("curtain")}</p>
    <p><button type="button" class="t-option t-main" id="t-look" ref=${(one) => one?.focus()} onClick=${look}>${words("look")}</button></p></section>`;

/** The dialog that is open, of those by these names. */
export function Panel({ panels, ...more }) {
  const close = () => set({ panel: "" });
  const inner = panels[state.panel];
  return (
    inner &&
    html`<dialog class="t-panel" ref=${shown} ...${closing(close)} key=${state.panel}><${inner} close=${close} ...${more} /></dialog>`
  );
}

/** The dialog of the keys: each with the name of what it does, of which `said` makes words. */
export const Keys = ({ close, keys, said }) =>
  html`<h2>${words("keys")}</h2><dl class="t-keys">${keys.map(([key, name]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${said(name)}</dd></div>`)}</dl><p><button type="button" class="t-option" onClick=${close}>${words("close")}</button></p>`;

/** Copy the page's address, or show it where the page may not do that. */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    set({ said: words("link-copied"), panel: "" });
  } catch {
    set({ panel: "link" });
  }
}

/** Focus the next of these things on the table, or the one before. */
export function walk(things, step) {
  const at = things.indexOf(document.activeElement);
  things[(at + step + things.length) % things.length]?.focus();
}

/** What is written as the focus's key or id, by which it is found again once the page is drawn anew. */
export const selectorOf = ({ dataset, id }) =>
  dataset.key ? `[data-key="${CSS.escape(dataset.key)}"]` : id ? `#${id}` : "";

export const Link = ({ close }) =>
  html`<h2>${words("link")}</h2><p>${words("link-hint")}</p><textarea rows="5" readonly aria-label=${words("link")}>${location.href}</textarea><p><button type="button" class="t-option" onClick=${close}>${words("close")}</button></p>`;

/** A card alone, as a long press shows it. */
export const Large = ({ close }) =>
  html`<img class="t-alone" src=${picture(state.zoom, 500)} alt="" /><p class="t-fixed"><a href=${cardAt(state.zoom)} target="_blank" rel="noopener">${words("about")}</a><button type="button" class="t-option" onClick=${close}>${words("close")}</button></p>`;
