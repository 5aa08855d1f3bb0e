// Moves what has changed its place: a thing that has the same key before and after glides there. New things fade in.

const MOVE = { duration: 250, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 60; // things that move at once

const all = () => [...document.querySelectorAll("#table [data-key]")];

/** Where everything lies now, by its key. */
export function snapshot() {
  return still.matches ? null : new Map(all().map((one) => [one.dataset.key, one.getBoundingClientRect()]));
}

/** Move everything from where it lay. */
export function moved(before) {
  if (!before?.size || still.matches) return;
  const changes = [];
  for (const one of all()) {
    const from = before.get(one.dataset.key),
      to = one.getBoundingClientRect();
    if (!from)
      changes.push([
        one,
        [
          { opacity: 0, transform: "translateY(-8px)" },
          { opacity: 1, transform: "none" },
        ],
      ]);
    else if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) > 4)
      changes.push([
        one,
        [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }],
      ]);
  }
  for (const [one, frames] of changes.slice(0, MOST)) one.animate(frames, MOVE);
}
