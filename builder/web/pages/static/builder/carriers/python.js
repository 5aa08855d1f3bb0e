// A worker that has Python (Pyodide) and Arsenal's own code in it, and answers as the server's API does.

// What Pyodide asks of a list of packages; none are loaded.
const LOCK = { info: { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" }, packages: {} };

let answer;

self.onmessage = async ({ data: { start, ask } }) => {
  try {
    if (start) {
      answer = await started(start);
      return self.postMessage({ ready: true });
    }
    const [status, headers, content] = answered(ask);
    self.postMessage({ status, headers, content }, [content.buffer]);
  } catch (error) {
    self.postMessage({ failed: String(error?.message ?? error).slice(-400) });
  }
};

async function started({ runtime, integrity, core, data, version }) {
  const files = Promise.all([bytes(core), text(new URL("judge.json", data)), text(new URL("catalog.json", data))]);
  files.catch(() => {}); // it is waited for below
  const python = await loaded(runtime, integrity);
  const [zip, judge, beside] = await files;
  python.FS.writeFile("/core.zip", zip);
  python.globals.set("given", python.toPy([judge, beside, version]));
  return python.runPython(`
import sys
sys.path.insert(0, "/core.zip")
from builder.web.api.answering import Worker
judge, beside, version = given
Worker([(judge, beside)], version).answer
`);
}

/** Pyodide from a folder, whose files are held to their hashes: scripts before they run, the others as they come. */
async function loaded(runtime, hashes) {
  const own = self.fetch;
  const held = (what, how) => {
    const address = String(what.url ?? what), name = address.slice(runtime.length);
    return own(what, address.startsWith(runtime) && hashes[name] ? { ...how, credentials: "omit", integrity: hashes[name] } : how);
  };
  self.fetch = held;
  const script = async (name) => {
    const place = URL.createObjectURL(new Blob([await text(runtime + name)], { type: "text/javascript" }));
    return import(place).finally(() => URL.revokeObjectURL(place));
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script("pyodide.mjs"), script("pyodide.asm.mjs")]);
  return loadPyodide({ indexURL: runtime, createPyodideModule, lockFileContents: LOCK, packageBaseUrl: runtime });
}

function answered({ method, path, words, body }) {
  const said = answer(method, path, JSON.stringify(words), body);
  const [status, headers, content] = said;
  const found = [status, JSON.parse(headers), content.toJs()];
  content.destroy();
  said.destroy();
  return found;
}

async function got(place) {
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`${place}: ${answer.status}`);
  return answer;
}

const text = async (place) => (await got(place)).text();
const bytes = async (place) => new Uint8Array(await (await got(place)).arrayBuffer());
