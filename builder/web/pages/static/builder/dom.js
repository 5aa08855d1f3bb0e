// Elements as text in script: html`<p>...</p>`.

import { h } from "../vendor/preact/preact.mjs";
import htm from "../vendor/htm/htm.module.js";

export const html = htm.bind(h);
