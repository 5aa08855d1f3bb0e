// The builder's requests. The server's API answers them, or Python in this browser (carriers/worker.js).
// A refusal is thrown as an Error with `help`, `findings` (the single faults) and `said` (the whole answer).

import { page, words as text } from "../words.js";

const { carrier = "served", ...data } = document.querySelector("[data-places]").dataset;
const { ask, watch } = await (carrier === "worker"
  ? import("./carriers/worker.js").then((one) => one.carrier(data))
  : { ask: served });

let cards = "";

/** The language of the cards: the page's, where the game has it; "" for the game's own. */
export const language = () => cards;
export const speak = (languages) => (cards = languages.includes(page()) ? page() : "");

// The languages of answers: verdicts in the page's, titles in the cards'.
const SAID_IN = { judge: page, stats: language, compare: language, table: language };

/** Whether there is a server, which can do more than Python in the browser. */
export const hasServer = carrier === "served";

/** Call back with the progress of starting Python; a server is always ready. */
export const readiness = watch ?? (() => {});

export async function get(path, parameters = {}, signal) {
  const said = Object.entries(parameters).filter(([, value]) => value !== "" && value != null);
  const words = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
  return (await answered("GET", path, words, null, signal)).json();
}

export async function post(path, body, signal) {
  const lang = SAID_IN[path.split("/").at(-1)]?.() ?? "";
  return (await answered("POST", path, lang ? { lang } : {}, body, signal)).json();
}

/** Fetch a file as it is. */
export async function file(path, parameters = {}) {
  return (await answered("GET", path, parameters, null)).blob();
}

/** Fetch something, with its ETag. */
export async function tagged(path) {
  const answer = await answered("GET", path, {}, null);
  return { value: await answer.json(), etag: answer.headers.get("etag") };
}

/** Write something in place of what has the ETag `seen`; "" where nothing must be there. */
export async function put(path, body, seen) {
  return (await answered("PUT", path, {}, body, undefined, seen)).json();
}

/** Remove what has the ETag `seen`. */
export async function drop(path, seen) {
  await answered("DELETE", path, {}, null, undefined, seen);
}

/** A file made from what is sent, and what it can't hold. */
export async function made(path, body) {
  const answer = await answered("POST", path, {}, body);
  return { blob: await answer.blob(), losses: decodeURIComponent(answer.headers.get("arsenal-losses") ?? "") };
}

async function answered(method, path, words, body, signal, seen = "") {
  const answer = await ask(method, path, words, body === null ? null : JSON.stringify(body), signal, seen);
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(said.detail || said.title || `${answer.status} ${answer.statusText}`), {
    help: said.help ?? "",
    findings: said.findings ?? [],
    status: answer.status,
    said,
  });
}

/** The Response of the server. */
function served(method, path, words, body, signal, seen) {
  const asked = new URLSearchParams(words);
  const headers = {
    "accept-language": page(),
    ...(body !== null && { "content-type": "application/json" }),
    ...(seen && { "if-match": seen }),
  };
  return fetch(`/api/v1${path}${asked.size ? "?" + asked : ""}`, { method, headers, body, signal }).catch((error) => {
    throw signal?.aborted ? error : new Error(text("no-server"));
  });
}
