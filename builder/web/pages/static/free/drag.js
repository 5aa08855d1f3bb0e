// Drags things from place to place: with a mouse at once, by touch after a moment, so that a swipe still scrolls.

const FAR = 8; // pixels that begin a drag
const LONG = 250; // milliseconds of a touch that begins one

/** Listen for drags in an element; `drop` is called with the key of what was dragged, the place, and the key there. */
export function listen(root, drop) {
  let dragged = null; // {one, key, x, y, moves, touch, since}

  root.addEventListener("pointerdown", (event) => {
    const one = event.target.closest(".t-table [data-key]:is(.t-card, .f-pile)");
    if (!one || event.button || event.target.closest("dialog")) return;
    const { pointerType, clientX: x, clientY: y, timeStamp: since } = event;
    dragged = { one, key: one.dataset.key, x, y, moves: false, touch: pointerType === "touch", since };
  });
  addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
    if (!dragged.moves && Math.hypot(x, y) < FAR) return;
    if (!dragged.moves && dragged.touch && event.timeStamp - dragged.since < LONG) return end();
    dragged.moves = true;
    dragged.one.classList.add("f-dragged");
    dragged.one.style.translate = `${x}px ${y}px`;
  });
  addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const { key, moves, one } = dragged;
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
  root.addEventListener("touchmove", (event) => dragged?.moves && event.preventDefault(), {
    passive: false,
  });
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => dragged?.touch && event.preventDefault()); // a phone's would end the touch

  function end() {
    dragged?.one.classList.remove("f-dragged");
    if (dragged) dragged.one.style.translate = "";
    dragged = null;
  }
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
