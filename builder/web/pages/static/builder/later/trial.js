// "How does it do?": the deck's win rates against the sample decks, with quick bots, as they come in. It goes on until the
// dialog is closed, or it is stopped.

import { post } from "../api.js";
import { toDocument } from "../decks.js";
import { html, places } from "../dom.js";
import { set, state } from "../store.js";
import { words } from "../../words.js";

const ENOUGH = 400; // games against each deck

let running = null; // what stops it

/** Begin to play the deck against each sample deck of its format, in turns. */
export function startTrial() {
  stopTrial();
  const stop = (running = new AbortController());
  const format = state.deck.format || state.game.formats[0].id;
  const { players, decks } = places.trials[format];
  const against = decks.length ? decks : [{ id: "", name: words("trial-team") }];
  set({
    trial: { rows: against.map(({ name }) => ({ name, games: 0 })), going: true, failed: "" },
    dialog: { inner: Trial, ends: stopTrial },
  });
  return go(stop.signal, against, { format, players, seed: Math.floor(Math.random() * 2 ** 48) });
}

function stopTrial() {
  running?.abort();
  running = null;
  if (state.trial?.going) set({ trial: { ...state.trial, going: false } });
}

async function go(signal, against, common) {
  const deck = toDocument(state.game, state.deck);
  try {
    for (let round = 0; !signal.aborted; round++) {
      const at = round % against.length;
      if (state.trial.rows.every((row) => row.games >= ENOUGH)) break;
      const { tally } = state.trial.rows[at];
      const decks = against[at].id ? [deck, against[at].id] : [deck];
      const found = await post(`/games/${state.game.id}/trial`, { ...common, decks, ...(tally && { tally }) }, signal);
      const rows = state.trial.rows.map((row, n) => (n === at ? { ...row, ...found } : row));
      if (!signal.aborted) set({ trial: { ...state.trial, rows } });
    }
    if (!signal.aborted) set({ trial: { ...state.trial, going: false } });
  } catch (error) {
    if (signal.aborted) return;
    const failed = [error.message, ...(error.findings?.map((one) => one.message) ?? [])].join(" — ");
    set({ trial: { ...state.trial, going: false, failed } });
  }
}

const percent = (share) => `${Math.round(100 * share)} %`;

function Trial() {
  const { rows, going, failed } = state.trial;
  return html`<h2>${words("trial")}</h2><p class="b-quiet">${words("trial-hint")}</p>
    ${failed && html`<p class="b-fault" role="alert">${failed}</p>`}
    <table class="b-trial" aria-busy=${String(going)}><thead><tr><th scope="col">${words("trial-against")}</th><th scope="col">${words("trial-share")}</th><th scope="col">${words("trial-interval")}</th><th scope="col">${words("trial-games")}</th></tr></thead>
    <tbody>${rows.map(
      ({
        name,
        games,
        share,
        interval,
      }) => html`<tr><th scope="row">${name}</th><td>${games ? percent(share) : "…"}</td>
      <td>${games > 0 && html`<span class="b-range" aria-hidden="true"><i style=${{ left: `${100 * interval[0]}%`, right: `${100 - 100 * interval[1]}%` }}></i><b style=${{ left: `${100 * share}%` }}></b></span><small>${percent(interval[0])}–${percent(interval[1])}</small>`}</td><td>${games}</td></tr>`,
    )}</tbody></table>
    <p class="b-buttons"><button type="button" id="b-trial-stop" class=${going ? "b-main" : ""} onClick=${going ? stopTrial : startTrial}>${words(going ? "trial-stop" : "trial-again")}</button></p>`;
}
