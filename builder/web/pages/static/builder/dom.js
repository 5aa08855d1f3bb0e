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

// The page has these addresses.
const places = JSON.parse(document.querySelector("[data-places]").dataset.places);

/** What decks are exported to: id, name, title and the ending of its file; and the names of what is made elsewhere. */
export const { targets, elsewhere } = places;

/** The width and height of things of each type in mm, where the browser itself prints them. */
export const sizes = places.sizes ?? {};

/** The addresses of the page that plays the game, "" where nothing does, and of the table without rules. */
export const { play, table } = places;

/** By format, with how many players and against which sample decks a deck is tried. */
export const { trials } = places;

export const card = (id) => places.card.replace("{id}", encodeURIComponent(id));

export const symbol = (id) => places.symbols[id] ?? "";

/** The address of a picture at least this wide; of the widest, where none is. */
export function picture(id, width) {
  const wide = places.widths.find((one) => one >= width) ?? places.widths.at(-1);
  return places.picture.replace("{id}", encodeURIComponent(id)).replace("{width}", wide);
}
