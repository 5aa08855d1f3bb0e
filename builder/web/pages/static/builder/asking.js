// What the open tab and the open dialog show, and nobody has asked for yet. It is asked for after a change of the state,
// never while the page is drawn.

import { cardOf, count_, links } from "./actions.js";
import { listServed } from "./kept.js";
import { compareSoon, remembered } from "./proxies.js";
import { set, state } from "./store.js";

const asked = {}; // of each thing, what it was asked for last

function isNew(thing, of) {
  if (asked[thing] === of) return false;
  asked[thing] = of;
  return true;
}

export function askForWhatIsOpen() {
  const { deck, dialog, game, tab } = state;
  if (tab === "numbers" && isNew("numbers", deck)) count_();
  if (tab === "out") {
    if (state.have === undefined) set({ have: remembered() });
    if (isNew("links", deck)) links().then((found) => set({ links: found }));
    if (state.lacking && state.lackingOf !== deck && isNew("lacking", deck)) compareSoon();
  }
  if (tab === "shelf" && isNew("served", game)) listServed();
  const card = dialog?.card;
  if (card && state.names.has(card) && !state.rulings.has(card)) cardOf(card).catch(() => {});
}
