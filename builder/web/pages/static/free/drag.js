// Drags things from place to place: with a mouse at once, by touch after a moment, so that a swipe still scrolls.

const FAR = 8; // pixels that begin a drag
const LONG = 250; // milliseconds of a touch that begins one

/** Listen for drags in an element; `drop` is called with the key of what was dragged, the place, and the key there. */
export function listen(root, drop) {
  let held = null; // {one, key, x, y, moves, touch, since}

  root.addEventListener("pointerdown", (event) => {
    const one = event.target.closest(".t-table [data-key]:is(.t-card, .f-pile)");
    if (!one || event.button || event.target.closest("dialog")) return;
    const { pointerType, clientX: x, clientY: y, timeStamp: since } = event;
    held = { one, key: one.dataset.key, x, y, moves: false, touch: pointerType === "touch", since };
  });
  addEventListener("pointermove", (event) => {
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moves && Math.hypot(x, y) < FAR) return;
    if (!held.moves && held.touch && event.timeStamp - held.since < LONG) return end();
    held.moves = true;
    held.one.classList.add("f-dragged");
    held.one.style.translate = `${x}px ${y}px`;
  });
  addEventListener("pointerup", (event) => {
    if (!held) return;
    const { key, moves, one } = held;
    end();
    if (!moves) return;
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    one.style.visibility = "hidden";
    const there = document.elementFromPoint(event.clientX, event.clientY);
    one.style.visibility = "";
    const zone = there?.closest("[data-area]")?.dataset.area;
    if (zone) drop(key, zone, there.closest(".t-card")?.dataset.key ?? null);
  });
  addEventListener("pointercancel", end);
  root.addEventListener("touchmove", (event) => held?.moves && event.preventDefault(), {
    passive: false,
  });
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => held?.touch && event.preventDefault()); // a phone's would end the touch

  function end() {
    held?.one.classList.remove("f-dragged");
    if (held) held.one.style.translate = "";
    held = null;
  }
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
