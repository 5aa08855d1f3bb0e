// What the builder asks, and who answers: the server's API, or Python in this browser (carriers/worker.js) where the page
// says so. What is refused is an Error; `help` is a way out, `findings` are single faults, `said` is the whole answer.

import { page } from "../words.js";

const { carrier = "served", ...data } = document.getElementById("builder").dataset;
const { ask, watch } = await (carrier === "worker"
  ? import("./carriers/worker.js").then((one) => one.carrier(data))
  : { ask: served });

let cards = "";

/** The language of the cards: the page's, where the game has it; nothing for the game's own. */
export const language = () => cards;
export const speak = (languages) => (cards = languages.includes(page()) ? page() : "");

// What is said in a language: verdicts in the page's, titles in the cards'.
const SAID_IN = { "/judge": page, "/stats": language, "/compare": language };

/** Whether there is a server, which does what Python in the browser can't. */
export const hasServer = carrier === "served";

/** Hear how far those who answer are; nothing is said where they are always there. */
export const readiness = watch ?? (() => {});

export async function get(path, parameters = {}, signal) {
  const said = Object.entries(parameters).filter(([, value]) => value !== "" && value != null);
  const words = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
  return (await answered("GET", path, words, null, signal)).json();
}

export async function post(path, body, signal) {
  const lang = SAID_IN[path]?.() ?? "";
  return (await answered("POST", path, lang ? { lang } : {}, body, signal)).json();
}

/** A file as it is. */
export async function file(path, parameters = {}) {
  return (await answered("GET", path, parameters, null)).blob();
}

/** What is there, with the tag of its state. */
export async function tagged(path) {
  const answer = await answered("GET", path, {}, null);
  return { value: await answer.json(), etag: answer.headers.get("etag") };
}

/** Put something in the place of what has the state `seen`; of nothing, where that is "". */
export async function put(path, body, seen) {
  return (await answered("PUT", path, {}, body, undefined, seen)).json();
}

/** Remove what has the state `seen`. */
export async function drop(path, seen) {
  await answered("DELETE", path, {}, null, undefined, seen);
}

/** A file that is made of what is sent, and what it leaves out. */
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

/** A Response, from the server. */
function served(method, path, words, body, signal, seen) {
  const asked = new URLSearchParams(words);
  const headers = {
    "accept-language": page(),
    ...(body !== null && { "content-type": "application/json" }),
    ...(seen && { "if-match": seen }),
  };
  return fetch(`/api/v1${path}${asked.size ? "?" + asked : ""}`, { method, headers, body, signal });
}
