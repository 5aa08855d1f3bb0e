// The decks saved in this browser, in IndexedDB, or in memory where the browser stores nothing. Each has a revision, by
// which a tab notices that another one has written since.

const NAME = "arsenal",
  STORE = "decks";
const memory = new Map();
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("arsenal-decks") : null;
let opened;

function open() {
  opened ??= new Promise((resolve) => {
    let request;
    try {
      request = indexedDB.open(NAME, 1);
    } catch {
      resolve(null);
      return;
    }
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => resolve(null);
  });
  return opened;
}

/** Whether decks are forgotten when the page is closed. */
export async function forgets() {
  return (await open()) === null;
}

export async function all(game) {
  const base = await open();
  const found = base ? await done(base.transaction(STORE).objectStore(STORE).getAll()) : [...memory.values()];
  return found.filter((one) => one.game === game).sort((a, b) => b.changed - a.changed);
}

export async function load(id) {
  const base = await open();
  return base ? done(base.transaction(STORE).objectStore(STORE).get(id)) : memory.get(id);
}

/** Save a deck that was read at a revision. Gives what is saved, or {conflict} with what another tab has written. */
export async function keep(entry, revision) {
  const base = await open();
  const next = { ...entry, revision: revision + 1, changed: Date.now() };
  if (!base) {
    memory.set(entry.id, next);
    return next;
  }
  const transaction = base.transaction(STORE, "readwrite"),
    store = transaction.objectStore(STORE);
  const there = await done(store.get(entry.id));
  if (there && there.revision !== revision) return { conflict: there };
  await done(store.put(next));
  tabs?.postMessage({ id: entry.id, revision: next.revision });
  return next;
}

export async function drop(id) {
  const base = await open();
  if (base) await done(base.transaction(STORE, "readwrite").objectStore(STORE).delete(id));
  memory.delete(id);
  tabs?.postMessage({ id, revision: 0 });
}

/** Call back when another tab writes. */
export function heard(hear) {
  if (tabs) tabs.onmessage = (event) => hear(event.data);
}

export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
