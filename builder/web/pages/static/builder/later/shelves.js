// Where decks are: on the server, in this browser, among the samples.

import { forget, ofServer, sample, shelfFile, shelfFrom, shelfZip, take } from "../actions.js";
import { file, hasServer } from "../api.js";
import { toDocument } from "../decks.js";
import { html } from "../dom.js";
import { moment, slug } from "../panels.js";
import { set, state } from "../store.js";
import { save } from "../../browser.js";
import { words } from "../../words.js";

export function Shelf() {
  const { game } = state;
  return html`<div>${game.keeps && html`<${Served} />`}
    ${game.keeps && html`<h3>${words("here")}</h3>`}${(state.forgets || !game.keeps) && html`<p class=${state.forgets ? "b-fault" : "b-quiet"}>${words(state.forgets ? "forgets" : "kept-here")}</p>`}
    ${!state.shelf.length && html`<p class="b-quiet">${words("no-decks")}</p>`}
    <ul class="b-list" id="b-shelf">${state.shelf.map(
      (one) => html`<li key=${one.id}><span><b>${one.name}</b> <small>${moment(one.changed)}</small></span>
      <button type="button" disabled=${one.id === state.shelved} onClick=${() => (take(one), set({ tab: "deck" }))}>${words("open")}</button>
      <${Drop} name=${one.name} hint=${words("drop-here")} does=${() => forget(one.id)} /></li>`,
    )}</ul>
    <p class="b-buttons">${
      state.shelf.length > 0 &&
      html`${hasServer && html`<button type="button" id="b-zip" onClick=${zip}>${words("zip")}</button>`}
      <button type="button" onClick=${async () => save(await shelfFile(), `${game.id}-decks.json`)}>${words("take-all")}</button>`
    }
      <label class="b-file">${words("bring-all")} <input type="file" accept="application/json,.json" onChange=${bring} /></label></p>
    ${state.shelfFailed && html`<p class="b-fault" role="alert">${state.shelfFailed}</p>`}
    <h3>${words("sample-decks")}</h3><ul class="b-list">${game.decks.map(({ id, name }) => html`<li><span>${name}</span><button type="button" onClick=${async () => (await sample(id), set({ tab: "deck" }))}>${words("open")}</button></li>`)}</ul></div>`;
}

const Drop = ({ name, hint, does }) =>
  html`<button type="button" class="b-plain" aria-label=${words("drop", { name })} onClick=${() => set({ dialog: { ask: words("drop-ask", { name }), hint, yes: words("drop-do"), does } })}>✕</button>`;

function Served() {
  const { server, served } = state;
  const changed = server && server.saved !== JSON.stringify(toDocument(state.game, state.deck));
  const as = (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    if (name) ofServer((it) => it.saveServed(name, name === server?.id ? server.etag : ""));
  };
  return html`<h3>${words("on-server")}</h3>
    ${server && html`<p id="b-server">${words("serve-open", { name: server.id })} ${changed && html`<em>${words("serve-changed")}</em>`} <button type="button" id="b-serve-save" disabled=${!changed} class="b-main" onClick=${() => ofServer((it) => it.saveServed(server.id, server.etag))}>${words("serve-save")}</button></p>`}
    <form class="b-copied" onSubmit=${as}><input name="name" id="b-serve-name" required maxlength="80" aria-label=${words("serve-as")} key=${server?.id ?? state.deck.name} defaultValue=${server?.id ?? slug(state.deck.name)} /><button id="b-serve-as">${words(server ? "serve-save-as" : "serve-save")}</button></form>
    ${state.servedFailed && html`<p class="b-fault" role="alert">${state.servedFailed}</p>`}
    ${served && !served.length && html`<p class="b-quiet">${words("no-served")}</p>`}
    <ul class="b-list" id="b-served">${served?.map(
      (
        one,
      ) => html`<li key=${one.id}><span><b>${one.name || one.id}</b> <small>${one.id}.yaml · ${one.faults ? words("serve-faults") : words("count.cards", { n: one.cards })}</small></span>
      <button type="button" disabled=${one.faults > 0} onClick=${() => ofServer((it) => it.openServed(one.id))}>${words("open")}</button>
      <${Drop} name=${one.id} hint=${words("drop-served")} does=${() => ofServer((it) => it.dropServed(one))} /></li>`,
    )}</ul>
    ${served?.length > 0 && html`<p><button type="button" id="b-served-zip" onClick=${async () => save(await file("/decks.zip", { game: state.game.id }), `${state.game.id}-decks.zip`)}>${words("zip")}</button></p>`}`;
}

async function zip() {
  try {
    save(await shelfZip(), `${state.game.id}-decks.zip`);
    set({ shelfFailed: "" });
  } catch (error) {
    set({ shelfFailed: error.message });
  }
}

async function bring(event) {
  try {
    await shelfFrom(await event.target.files[0].text());
    set({ shelfFailed: "" });
  } catch (error) {
    set({ shelfFailed: error.message });
  }
}
