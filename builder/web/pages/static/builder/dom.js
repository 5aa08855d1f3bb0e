// Helpers for drawing the page: elements as template text, and the addresses of cards, pictures and symbols.

import { h } from "../vendor/preact/preact.mjs";
import htm from "../vendor/htm/htm.module.js";

/** An element: html`<p>...</p>`. */
export const html = htm.bind(h);

/** Shows a dialog, with the focus on its first option, if it has options. */
export function shown(element) {
  if (!element || element.open) return;
  element.showModal();
  element.querySelector(".t-option")?.focus();
}

/** Closes a dialog at once, for an event of its own: not for one of something in it. */
export const ended =
  (close) =>
  ({ target, currentTarget }) =>
    target === currentTarget && (target.close(), close());

/** What a dialog listens to. The browser's event of its end comes later, when another may be open in its place. */
export const closing = (close) => ({
  onCancel: ended(close),
  onClose: ({ target }) => target.isConnected && close(),
});

/** What the page says to its scripts: addresses of cards, pictures and other pages, and what builder/web/pages adds. */
export const places = JSON.parse(document.querySelector("[data-places]").dataset.places);

export const card = (id) => places.card.replace("{id}", encodeURIComponent(id));

export const symbol = (id) => places.symbols[id] ?? "";

/** A text with its {symbols} as pictures, which have names for screen readers. `named` gives a symbol's name. */
export const marked = (text, named) =>
  String(text)
    .split(/(\{[a-z0-9-]+\})/)
    .map((part) => {
      const id = part.slice(1, -1),
        name = part.startsWith("{") && named(id);
      return name
        ? html`<img class="symbol" src=${symbol(id)} alt=${name} title=${name} width="18" height="18" />`
        : part;
    });

/** The address of a picture at least this wide; of the widest, where none is. */
export function picture(id, width) {
  const wide = places.widths.find((one) => one >= width) ?? places.widths.at(-1);
  return places.picture.replace("{id}", encodeURIComponent(id)).replace("{width}", wide);
}
