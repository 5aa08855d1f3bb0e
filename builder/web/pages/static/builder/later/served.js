// Decks saved on the server, in a folder. A deck is only replaced or removed if it has not changed since it was opened.

import { back, keep, take } from "../actions.js";
import { drop, get, post, put, tagged } from "../api.js";
import { fromDocument, toDocument } from "../decks.js";
import * as shelf from "../shelf.js";
import { say, set, state } from "../store.js";
import { why } from "../../browser.js";
import { words } from "../../words.js";

const path = (id) => `/decks/${encodeURIComponent(id)}`;
const written = () => toDocument(state.game, state.deck);

/** The decks of this game on the server. */
export async function listServed() {
  if (state.game.keeps)
    await reported(async () =>
      set({ served: (await get("/decks")).decks.filter((one) => one.game === state.game.id || one.faults) }),
    );
}

/** Open a deck of the server. The deck that this browser had under that name becomes a version of it. */
export async function openServed(id) {
  await tried(async () => {
    const { value, etag } = await tagged(path(id));
    const there = state.shelf.find((one) => one.server?.id === id);
    const differs =
      there && JSON.stringify(there.deck) !== JSON.stringify(toDocument(state.game, fromDocument(state.game, value)));
    const before = differs ? [{ when: Date.now(), deck: there.deck, note: words("before-opening") }] : [];
    take({
      id: shelf.newId(),
      revision: 0,
      ...there,
      deck: value,
      versions: [...before, ...(there?.versions ?? [])],
      server: { id, etag },
    });
    set({ server: { id, etag, saved: JSON.stringify(written()) }, tab: "deck" });
    await keep();
  });
}

/** Save the deck on the server. If the deck there has changed since it was opened, show both. */
export async function saveServed(id, seen = "") {
  const deck = written();
  await tried(async () => {
    try {
      const { etag } = await put(path(id), deck, seen);
      set({
        server: { id, etag, saved: JSON.stringify(deck) },
        clash: null,
        dialog: state.dialog === "clash" ? null : state.dialog,
      });
      say(words("serve-said", { name: id }));
      await keep();
    } catch (error) {
      if (error.status !== 412) throw error;
      const { current, etag } = error.said;
      const differ =
        current?.game === deck.game ? await post("/compare", { before: current, after: deck }).catch(() => null) : null;
      set({ clash: { id, etag, theirs: current, differ, seen }, dialog: "clash" });
    }
  });
  await listServed();
}

export function takeTheirs() {
  const { id, etag, theirs } = state.clash;
  back(theirs);
  set({ server: { id, etag, saved: JSON.stringify(written()) }, clash: null, dialog: null });
}

export async function dropServed({ id, etag }) {
  await tried(async () => {
    await drop(path(id), etag);
    if (state.server?.id === id) set({ server: null });
  });
  await listServed();
}

/** Do something, and clear the error that was shown before. */
function tried(act) {
  set({ servedFailed: "" });
  return reported(act);
}

async function reported(act) {
  try {
    await act();
  } catch (error) {
    set({ servedFailed: why(error) });
  }
}
