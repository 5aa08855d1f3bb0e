// A long press, or a click with the other button, on a thing that has a card: also where a tap would choose something.

const LONG = 450, // milliseconds
  FAR = 10; // pixels that a finger may move meanwhile

/** Call `show` with the id of a card that is pressed long. */
export function hold(root, show) {
  let timer = 0,
    shown = false,
    from;
  const card = ({ target }) => target.closest("[data-card]")?.dataset.card;
  const stop = () => clearTimeout(timer);
  root.addEventListener("pointerdown", (event) => {
    stop();
    shown = false;
    from = event;
    if (event.pointerType !== "mouse" && card(event))
      timer = setTimeout(() => {
        shown = true;
        show(card(from));
      }, LONG);
  });
  root.addEventListener("pointermove", ({ x, y }) => from && Math.hypot(x - from.x, y - from.y) > FAR && stop());
  for (const ends of ["pointerup", "pointercancel"]) root.addEventListener(ends, stop);
  root.addEventListener("contextmenu", (event) => {
    if (!card(event)) return;
    event.preventDefault();
    if (!shown) show(card(event));
  });
  const ignore = (event) => {
    if (!shown) return;
    shown = false;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("click", ignore, { capture: true }); // the end of a long press
}
