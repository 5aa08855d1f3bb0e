// Elements as text in script: html`<p>...</p>`.

import { h } from "/static/vendor/preact/preact.mjs";
import htm from "/static/vendor/htm/htm.module.js";

export const html = htm.bind(h);
