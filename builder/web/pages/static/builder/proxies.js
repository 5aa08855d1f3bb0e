// What of the deck is missing from a collection, which is only saved in this browser.

import { printed } from "./actions.js";
import { post } from "./api.js";
import { toDocument } from "./decks.js";
import { html } from "./dom.js";
import { later, set, state } from "./store.js";
import { recall, remember, why } from "../browser.js";
import { Copy, pdf, printOptions, slug } from "./panels.js";
import { words } from "../words.js";

const place = () => `arsenal-have-${state.game.id}`;

/** The collection that this browser remembers. */
export const remembered = () => recall(place()) ?? "";

export function Proxies() {
  const { lacking } = state;
  return html`<details class="b-proxies" open=${Boolean(lacking)}><summary><h3>${words("proxies")}</h3></summary><p class="b-quiet">${words("proxies-hint")}</p>
    <textarea id="b-have" rows="5" spellcheck="false" maxlength="200000" aria-label=${words("collection")} placeholder=${words("collection-hint")} value=${state.have} onInput=${(event) => set({ have: event.target.value })}></textarea>
    <p><label>${words("file")} <input type="file" accept=".txt,.csv,.tsv,.yaml,.yml,text/*" onChange=${opened} /></label></p>
    <p><button type="button" id="b-lacking" disabled=${!state.have.trim()} onClick=${look}>${words("proxies-do")}</button></p>
    ${state.lackingFailed && html`<p class="b-fault" role="alert">${state.lackingFailed}</p>`}
    ${
      lacking &&
      html`<div id="b-lacks"><p role="status">${lacking.missing ? words("lacks", { n: lacking.missing, cards: lacking.cards }) : words("lacks-nothing")}</p>
      ${lacking.problems.length > 0 && html`<details><summary class="b-fault">${words("lacks-problems", { n: lacking.problems.length })}</summary><ul>${lacking.problems.slice(0, 50).map((one) => html`<li>${words("line", { line: one.line })}: ${one.message} <small>${one.help}</small></li>`)}</ul></details>`}
      ${
        lacking.missing > 0 &&
        html`<table class="b-table"><thead><tr><th scope="col">${words("card")}</th><th scope="col">${words("needed")}</th><th scope="col">${words("owned")}</th><th scope="col">${words("missing")}</th></tr></thead><tbody>
        ${lacking.lacks.map((one) => html`<tr><th scope="row">${state.names.get(one.id)?.name ?? one.name}</th><td>${one.needed}</td><td>${one.owned}</td><td><b>${one.missing}</b></td></tr>`)}</tbody></table>
        <p class="b-buttons">${state.game.presets.length > 0 && html`<button type="button" class="b-main" id="b-print-lacks" disabled=${state.busy} onClick=${print}>${state.busy ? words("printing") : words("print-lacks")}</button>`}
          <${Copy} id="b-copy-lacks" text=${lacking.list} label=${words("copy-lacks")} /></p>`
      }</div>`
    }</details>`;
}

async function opened(event) {
  const [file] = event.target.files;
  if (!file) return;
  if (file.size > 200_000) return set({ lackingFailed: words("too-long") });
  set({ have: await file.text() });
  await look();
}

async function look() {
  remember(place(), state.have.trim() ? state.have : null);
  try {
    const lackingOf = state.deck;
    const lacking = await post("/proxies", { deck: toDocument(state.game, lackingOf), have: state.have });
    set({ lacking, lackingOf, lackingFailed: "" });
  } catch (error) {
    set({ lacking: null, lackingFailed: why(error) });
  }
}

export const compareSoon = later(look, 150);

const print = () =>
  pdf(`${slug(state.deck.name)}-proxies.pdf`, () =>
    printed({ ...printOptions(), have: state.have, components: false }),
  );
