// Shows what has happened: a thing that has the same key before and after glides to its new place, new things fade in, dice
// that show something else tumble, numbers that have changed swell. Then what the events are about lights up in their order.
// Whatever is pressed ends all of it.

const MOVE = { duration: 250, easing: "ease-out" };
const DICE = { duration: 400, easing: "ease-out" };
const NUMBER = { duration: 240, easing: "ease-out" };
const LONGEST = 1_500; // milliseconds for the events of one decision
const BEAT = 250;
const MOST = 60; // things that move at once
const still = matchMedia("(prefers-reduced-motion: reduce)");

const all = () => [...document.querySelectorAll("#table :is([data-key], [data-count])")];
const nameOf = ({ dataset }) => dataset.key ?? dataset.count;
const looks = (one) =>
  one.querySelector(".t-shows")?.innerHTML ?? (one.dataset.count === undefined ? "" : one.textContent);

let running = [];

/** Where everything lies now and what it shows, by its key. */
export function snapshot() {
  return still.matches ? null : new Map(all().map((one) => [nameOf(one), [one.getBoundingClientRect(), looks(one)]]));
}

/** Move everything from where it lay, and light up what the events were about. */
export function moved(before, events = []) {
  skipMotion();
  if (!before?.size || still.matches) return;
  const changes = [];
  for (const one of all()) {
    const [from, looked] = before.get(nameOf(one)) ?? [];
    if (one.dataset.count !== undefined) {
      if (from && looked !== looks(one)) changes.push([one, [{ scale: 1.6 }, { scale: 1 }], NUMBER]);
      continue;
    }
    const to = one.getBoundingClientRect();
    if (!from)
      changes.push([
        one,
        [
          { opacity: 0, translate: "0 -8px" },
          { opacity: 1, translate: "0 0" },
        ],
        MOVE,
      ]);
    else if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) > 4)
      changes.push([
        one,
        [
          { translate: `${from.left - to.left}px ${from.top - to.top}px`, zIndex: 2 },
          { translate: "0 0", zIndex: 2 },
        ],
        MOVE,
      ]);
    if (from && looked !== looks(one))
      changes.push([one, [{ rotate: "-200deg", scale: 0.7 }, { rotate: "0deg" }], DICE]);
  }
  running = changes.slice(0, MOST).map(([one, frames, how]) => one.animate(frames, how));
  beats(events);
}

/** Light up the things of events one after the other, each once. */
function beats(events) {
  const things = [...new Set(events.map((one) => one.key).filter(Boolean))]
    .map((key) => document.querySelector(`#table [data-key="${CSS.escape(key)}"]`))
    .filter(Boolean);
  const each = Math.min(BEAT, LONGEST / (things.length || 1));
  for (const [number, one] of things.entries())
    running.push(
      one.animate(
        [
          { filter: "brightness(1.7)", scale: 1.08 },
          { filter: "brightness(1)", scale: 1 },
        ],
        {
          duration: 2 * each,
          delay: number * each,
          easing: "ease-out",
        },
      ),
    );
}

/** End what still moves. */
export function skipMotion() {
  for (const one of running) one.cancel();
  running = [];
}
