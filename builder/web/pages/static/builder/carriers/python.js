// A worker that has Python (Pyodide) and Arsenal's own code in it, and answers as the server's API does.
//
// Starting takes seconds, mostly for imports. So a snapshot of the memory after them is saved in the browser, and the
// next start uses it. Pyodide's option for it (`_makeSnapshot`) is private: where it fails, Python starts without.

// The empty list of packages that Pyodide needs; none are loaded.
const LOCK = {
  info: { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" },
  packages: {},
};
const MEMORIES = "arsenal-python";
const PLAYS = /\/(table|trial)$/; // the ends of addresses whose answers need what plays games

const PLAYER = "/play.zip";
const EXTEND = `
from builder.web.api.answering import extend, import_player
extend("${PLAYER}")
import_player()
`;

let answer;
let player = null; // fetches what plays games, and adds it to Python; null once that is done

self.onmessage = async ({ data: { start, ask } }) => {
  try {
    if (start) {
      answer = await started(start);
      return self.postMessage({ ready: true });
    }
    if (player && PLAYS.test(ask.path)) await player();
    const [status, headers, content] = answered(ask);
    self.postMessage({ status, headers, content }, [content.buffer]);
  } catch (error) {
    self.postMessage({ failed: String(error?.message ?? error).slice(-400) });
  }
};

/** Tell the page how far the start is. */
const step = (name) => self.postMessage({ step: name });

async function started({ runtime, integrity, core, player: more, plays, data, version }) {
  const files = Promise.all([text(new URL("judge.json", data)), text(new URL("catalog.json", data))]);
  files.catch(() => {}); // awaited below
  const zips = await Promise.all([bytes(core), ...(plays ? [bytes(more)] : [])]);
  const code = (await Promise.all(zips.map(hash))).join(" ");
  const name = code.trim() && integrity["pyodide.asm.wasm"] ? `${code} ${Object.values(integrity).join(" ")}` : "";
  const load = await pyodide(runtime, integrity);
  step("python");
  const python = await imported(load, zips, name && `${plays ? "plays" : "judges"} ${name}`);
  if (!plays)
    player = async () => {
      python.FS.writeFile(PLAYER, await bytes(more));
      python.runPython(EXTEND);
      player = null;
    };
  step("cards");
  const [judge, others] = await files;
  python.globals.set("given", python.toPy([judge, others, version]));
  return python.runPython(`
judge, others, version = given
Worker([(judge, others)], version).answer
`);
}

/** Python with Arsenal's modules imported: from the snapshot saved under a name, or started anew ("": save none). */
async function imported(load, [core, more], name) {
  const write = (python) => {
    python.FS.writeFile("/core.zip", core);
    if (more) python.FS.writeFile(PLAYER, more);
    return python;
  };
  const place = `memory?${encodeURIComponent(name)}`;
  const keeps = name && "caches" in self;
  const snapshot = keeps ? await memory(place) : null;
  if (snapshot) {
    try {
      return write(await load({ _loadSnapshot: snapshot }));
    } catch (error) {
      console.warn(error);
      await (await caches.open(MEMORIES)).delete(place);
    }
  }
  const python = write(await load({ _makeSnapshot: Boolean(keeps) }));
  python.runPython(`
import sys
sys.path.insert(0, "/core.zip")
from builder.web.api.answering import Worker
`);
  if (more) python.runPython(EXTEND);
  if (keeps) keep(place, python);
  return python;
}

/** The snapshot saved under a name; null where there is none. */
async function memory(place) {
  try {
    const found = await (await caches.open(MEMORIES)).match(place);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // the page is not secure, or the browser stores nothing
  }
}

/** Save a snapshot of the memory as it is now, in place of others of its kind, the first word of its name. */
async function keep(place, python) {
  try {
    const made = python.makeMemorySnapshot();
    const memories = await caches.open(MEMORIES);
    const kind = place.split("%20")[0];
    for (const { url } of await memories.keys()) if (url.includes(kind)) await memories.delete(url);
    await memories.put(place, new Response(made));
  } catch (error) {
    console.warn(error);
  }
}

/** Pyodide's module with the memory that a snapshot needs: it begins with less than Python has once games are imported. */
function withRoom(made, snapshot) {
  if (snapshot && made.HEAP8.length < snapshot.length) made.growMemory(snapshot.length);
  return made;
}

/** The function that loads Pyodide from a folder. Its files are checked against their hashes before they are used. */
async function pyodide(runtime, hashes) {
  const own = self.fetch;
  self.fetch = (what, how) => {
    const address = String(what.url ?? what),
      name = address.slice(runtime.length);
    return own(
      what,
      address.startsWith(runtime) && hashes[name] ? { ...how, credentials: "omit", integrity: hashes[name] } : how,
    );
  };
  const script = async (name) => {
    const place = URL.createObjectURL(new Blob([await text(runtime + name)], { type: "text/javascript" }));
    return import(place).finally(() => URL.revokeObjectURL(place));
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    script("pyodide.mjs"),
    script("pyodide.asm.mjs"),
  ]);
  return (more) =>
    loadPyodide({
      indexURL: runtime,
      createPyodideModule: async (settings) => withRoom(await createPyodideModule(settings), more._loadSnapshot),
      lockFileContents: LOCK,
      packageBaseUrl: runtime,
      ...more,
    });
}

function answered({ method, path, words, body, language }) {
  const said = answer(method, path, JSON.stringify(words), body, language);
  const [status, headers, content] = said;
  const found = [status, JSON.parse(headers), content.toJs()];
  content.destroy();
  said.destroy();
  return found;
}

async function hash(content) {
  if (!self.crypto?.subtle) return "";
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", content)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

async function got(place) {
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${place}: ${answer.status}`);
  return answer;
}

const text = async (place) => (await got(place)).text();
const bytes = async (place) => new Uint8Array(await (await got(place)).arrayBuffer());
