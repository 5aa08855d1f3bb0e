// Answers requests in this browser, in place of a server: Python in a worker does (python.js). Answers that the site
// has as files are taken from there, so that cards are shown and a deck can be started before Python is ready.

import { words } from "../../words.js";

const START = 120_000,
  LIMIT = 20_000; // milliseconds after which a silent worker is ended

/** Answers requests: `ask` gives a Response. `data` is the folder of the game's files, `runtime` that of Pyodide's, and
 * `integrity` has the hashes of these. What plays games is fetched when it is first asked, or at once where `plays`. */
export function carrier({ game, runtime, integrity = "{}", data, core, player, plays, version = "", limit = LIMIT }) {
  const at = (place, from = document.baseURI) => new URL(place, from).href;
  const settings = {
    runtime: at(runtime),
    integrity: JSON.parse(integrity),
    core: at(core),
    player: at(player),
    plays: plays !== undefined,
    version,
    game,
    data: at(data),
  };
  const python = worker(settings, Number(limit));
  const files = new Map();

  /** A file of the site; null where there is none. It is fetched once. */
  function file(name) {
    if (!files.has(name))
      files.set(
        name,
        fetch(at(name, settings.data)).then(
          (answer) => (answer.ok ? answer.json() : null),
          () => null,
        ),
      );
    return files.get(name);
  }

  /** The answer from a file; undefined where no file has it. Cards without a query are in the file's order. */
  async function ready(path, { lang, ...words }) {
    const own = (await file("building.json"))?.languages[0];
    const folder = lang && lang !== own ? `locales/${lang}/` : "";
    const known = (rest) => path === `/games/${game}${rest}`;
    if (known("/building")) return (await file(`${folder}building.json`)) ?? undefined;
    const deck = /^\/games\/[^/]+\/decks\/([a-z0-9-]+)$/.exec(path)?.[1];
    if (deck && known(`/decks/${deck}`)) {
      const { id, ...said } = (await file(`${folder}building.json`))?.decks.find((one) => one.id === deck) ?? {};
      const written = id && (await file(`decks/${deck}.json`));
      return written ? { ...written, ...said } : undefined;
    }
    if (known("/cards") && !words.q && !words.sort && !python.isReady()) {
      const page = Number(words.page ?? 1),
        size = Number(words.size ?? 60);
      const found = await file(`${folder}cards.json`);
      if (found)
        return {
          cards: found.cards.slice((page - 1) * size, page * size),
          total: found.cards.length,
          page,
          pages: Math.ceil(found.cards.length / size),
          meant: [],
        };
    }
    return undefined;
  }

  async function ask(method, path, words, body, signal) {
    const known = method === "GET" ? await ready(path, words) : undefined;
    signal?.throwIfAborted();
    if (known !== undefined) return Response.json(known);
    return python.ask({ method, path, words, body, language: document.documentElement.lang }, signal);
  }

  return { ask, watch: python.watch };
}

/** One worker, which is sent one request at a time. A worker that hangs is ended, and a new one started. */
function worker(settings, most) {
  let current = null,
    timer = 0,
    ready = false,
    failed = "",
    step = "",
    asked = null;
  const waiting = [],
    watching = new Set();

  function report() {
    for (const hear of watching) hear({ ready, failed, step });
  }

  function begin() {
    ready = false;
    failed = "";
    step = "files";
    current = new Worker(new URL("./python.js", import.meta.url), { type: "module" });
    current.onmessage = ({ data }) => hear(data);
    current.onerror = (event) => give_up(event.message || event.type);
    current.postMessage({ start: settings });
    limit(START);
    report();
  }

  function limit(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(() => give_up(words("silent", { n: milliseconds / 1000 })), milliseconds);
  }

  /** End the worker; its request fails. If it had been ready, a new worker takes the remaining requests. */
  function give_up(why) {
    clearTimeout(timer);
    current.terminate();
    current = null;
    const had = ready;
    ready = false;
    asked?.reject(new Error(why));
    asked = null;
    if (had) return begin();
    failed = words("no-python", { why, host: new URL(settings.runtime).host });
    for (const one of waiting.splice(0)) one.reject(new Error(failed));
    report();
  }

  function hear(said) {
    if (said.failed) return give_up(said.failed);
    if (said.step) {
      step = said.step;
      return report();
    }
    clearTimeout(timer);
    if (said.ready) {
      ready = true;
      report();
      keep(settings);
    } else if (asked) {
      const { status, headers, content } = said;
      asked.resolve(new Response(content, { status, headers }));
      asked = null;
    }
    next();
  }

  function next() {
    if (!ready || asked || !waiting.length) return;
    asked = waiting.shift();
    limit(most);
    current.postMessage({ ask: asked.what });
  }

  function ask(what, signal) {
    return new Promise((resolve, reject) => {
      const one = { what, resolve, reject };
      signal?.addEventListener("abort", () => {
        if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
        reject(signal.reason);
      });
      waiting.push(one);
      if (!current) begin();
      next();
    });
  }

  begin();
  return {
    ask,
    isReady: () => ready,
    watch(hear) {
      watching.add(hear);
      hear({ ready, failed, step });
    },
  };
}

/** Have the files that a worker has loaded saved for use offline; the page does not see them itself. */
function keep({ runtime, integrity, core, player, plays, data }) {
  const files = ["judge.json", "catalog.json"].map((name) => data + name);
  const loaded = Object.keys(integrity).map((name) => runtime + name);
  const all = [new URL("./python.js", import.meta.url).href, core, ...(plays ? [player] : []), ...files, ...loaded];
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: all }));
}
