// Choosing cards of a search for a deck: each "+" chooses one more, and the bar's link adds all of them. Without this
// script, each "+" is a link that adds its card.

import { words } from "./words.js";

const MOST = 200;
const bar = document.getElementById("chosen");
const [link, none] = bar.children;
let chosen = [];

function show() {
  bar.hidden = !chosen.length;
  link.textContent = words("chosen", { n: chosen.length });
  for (const one of document.querySelectorAll("a.add")) {
    const n = chosen.filter((id) => id === one.dataset.card).length;
    one.textContent = n ? `+${n}` : "+";
  }
  if (!chosen.length) return;
  const address = new URL(document.querySelector("a.add").href);
  address.searchParams.set("add", chosen.join(","));
  link.href = address;
}

addEventListener("click", (event) => {
  const one = event.target.closest?.("a.add");
  if (!one || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (chosen.length < MOST) chosen.push(one.dataset.card);
  show();
});
none.addEventListener("click", () => {
  chosen = [];
  show();
});
addEventListener("pageshow", show);
