// What scripts of several pages have in common: a state that is drawn again, what the browser remembers, what went
// wrong, files to save, and bytes as letters of an address.

/** How a state changes: `set` takes changes, after which each function given to `watch` draws the page again. */
export function drawnAgain(state) {
  const watching = new Set();
  let waiting = false;

  function set(changes) {
    Object.assign(state, changes);
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      for (const draw of watching) draw(state);
    });
  }
  return { set, watch: (draw) => watching.add(draw) };
}

/** What the browser remembers under a key; null where it remembers nothing. */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Have the browser remember a text, or forget it (null). Some browsers store nothing, or not so much. */
export function remember(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // until the page is loaded again
  }
}

/** What went wrong, with a way out where one is known. */
export const why = (error) => [error.message, error.help].filter(Boolean).join(" — ");

/** Save a file under a name, as a link would. */
export function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unbase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
