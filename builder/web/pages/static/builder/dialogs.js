// The dialogs over the page: a pasted list, the keys, one card.

import { add, ofServer, paste, remove } from "./actions.js";
import { copies } from "./decks.js";
import { card as cardAt, closing, ended, html, marked, picture, shown } from "./dom.js";
import { facts, symbolName } from "./finder.js";
import { Differences } from "./panels.js";
import { nameOf, set, state } from "./store.js";
import { remember, why } from "../browser.js";
import { words } from "../words.js";

const close = () => {
  state.dialog?.ends?.();
  set({ dialog: null });
};
const saveAs = (name) => ofServer((it) => it.saveServed(name));

export function Dialog() {
  const { dialog } = state;
  if (!dialog) return null;
  const inner = dialog.card
    ? html`<${About} id=${dialog.card} />`
    : dialog.ask
      ? html`<${Ask} ...${dialog} />`
      : html`<${dialog.inner ?? INNER[dialog]} />`;
  return html`<dialog class="b-dialog" ref=${shown} ...${closing(close)} onClick=${ended(close)}>
    <p class="b-close"><button type="button" aria-label=${words("close")} onClick=${({ target }) => (target.closest("dialog").close(), close())}>✕</button></p>${inner}</dialog>`;
}

/** Ask to confirm something that can't be undone. */
function Ask({ ask, hint, yes, does }) {
  return html`<h2>${ask}</h2><p>${hint}</p><p class="b-buttons"><button type="button" class="b-main" id="b-yes" onClick=${() => (close(), does())}>${yes}</button> <button type="button" onClick=${close}>${words("cancel")}</button></p>`;
}

/** The dialog for a conflict: the deck on the server was changed since it was opened. */
function Clash() {
  const { id, etag, theirs, differ, seen } = state.clash;
  const readable = Boolean(theirs?.name);
  const [title, hint] =
    theirs === null
      ? ["clash-gone", "clash-gone-hint"]
      : seen
        ? ["clash", "clash-hint"]
        : ["clash-there", "clash-there-hint"];
  const copy = (event) => (event.preventDefault(), saveAs(event.target.elements.name.value.trim()));
  return html`<h2>${words(title, { name: id })}</h2><p>${words(hint)}</p>
    ${theirs && !readable && html`<p class="b-fault">${words("serve-faults")}</p>`}
    ${differ && html`<h3>${words("clash-differ")}</h3>${differ.same ? html`<p>${words("clash-facts")}</p>` : html`<div class="b-differ" tabindex="0" role="region" aria-label=${words("clash-differ")}><${Differences} compared=${differ} /></div>`}`}
    <p class="b-buttons"><button type="button" class="b-main" id="b-mine" onClick=${() => ofServer((it) => it.saveServed(id, etag))}>${words("clash-mine")}</button>
      ${readable && html`<button type="button" id="b-theirs" onClick=${() => ofServer((it) => it.takeTheirs())}>${words("clash-theirs")}</button>`}</p>
    <form class="b-copied" onSubmit=${copy}><input name="name" required maxlength="80" aria-label=${words("serve-as")} defaultValue=${`${id}-2`} /><button id="b-copy">${words("clash-copy")}</button></form>
    ${state.servedFailed && html`<p class="b-fault" role="alert">${state.servedFailed}</p>`}`;
}

const INNER = { paste: Paste, keys: Keys, clash: Clash };

function Paste() {
  return html`<h2>${words("paste")}</h2><p class="b-quiet">${words("paste-hint")}</p>
    <textarea id="b-paste" rows="12" autofocus spellcheck="false" aria-label=${words("paste")}></textarea>
    <p><label>${words("file")} <input type="file" accept=".txt,.yaml,.yml,.csv,.json,text/*" onChange=${fromFile} /></label></p>
    ${Object.values(state.deck.sections).some((cards) => Object.keys(cards).length) && html`<p><label><input type="checkbox" id="b-join" /> ${words("paste-join")}</label></p>`}
    ${state.pasteFailed && html`<p class="b-fault" role="alert">${state.pasteFailed}</p>`}
    <button type="button" class="b-main" id="b-paste-do" onClick=${readIt}>${words("paste-do")}</button>`;
}

async function fromFile(event) {
  const [file] = event.target.files;
  if (file && file.size < 1e6) document.getElementById("b-paste").value = await file.text();
}

async function readIt() {
  set({ pasteFailed: "" });
  try {
    await paste(document.getElementById("b-paste").value, document.getElementById("b-join")?.checked);
  } catch (error) {
    set({ pasteFailed: why(error) });
  }
}

const KEYS = [
  ["/", "/"],
  ["↑ ↓ ← →", "arrows"],
  ["+ ⏎", "plus"],
  ["− ⌫", "minus"],
  ["0 … 9", "digits"],
  ["i", "i"],
  ["u", "u"],
  ["r", "r"],
  ["d", "d"],
  ["c", "c"],
  ["v", "v"],
  ["n", "n"],
  ["?", "?"],
  ["Esc", "escape"],
];

function Keys() {
  const choose = ({ target: { checked: keys } }) => (set({ keys }), remember("arsenal-keys", keys ? "on" : "off"));
  return html`<h2>${words("keys")}</h2><dl class="b-keys">${KEYS.map(([key, name]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${words(`key-${name}`)}</dd></div>`)}</dl>
    <p><label><input type="checkbox" checked=${state.keys} onChange=${choose} /> ${words("single-keys")}</label></p>`;
}

function About({ id }) {
  const card = state.cards.get(id),
    name = card?.name ?? nameOf(id);
  const number = copies(state.deck, id);
  return html`<h2>${name}</h2><div class="b-about">
    ${state.names.has(id) && html`<img src=${picture(id, 500)} alt="" width="250" height="349" />`}
    <div>${
      card &&
      html`<p class="b-quiet">${facts(card)}</p>${(card.text ?? "")
        .split("\n")
        .filter(Boolean)
        .map(
          (line) => html`<p>${marked(line, symbolName)}</p>`,
        )}${card.flavor && html`<p class="b-flavor">${card.flavor}</p>`}`
    }
      ${state.rulings.get(id)?.map((one) => html`<details><summary>${one.question}</summary><p>${marked(one.ruling, symbolName)}</p></details>`)}
      <p class="b-steps"><button type="button" class="b-step" disabled=${!number} aria-label=${words("remove", { name })} onClick=${() => remove(id)}>−</button>
        <output>${number}</output><button type="button" class="b-step" aria-label=${words("add", { name })} onClick=${() => add(id)}>+</button></p>
      ${state.names.has(id) && html`<p><a href=${cardAt(id)}>${words("page-of-card")}</a></p>`}</div></div>`;
}
