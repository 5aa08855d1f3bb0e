// The server's API. What it refuses is an Error with its words; `help` is a way out, `findings` are single faults, `said` is
// all of the answer.

const BASE = "/api/v1";

export async function get(path, parameters = {}, signal) {
  const words = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value != null));
  return (await answered(`${BASE}${path}${words.size ? "?" + words : ""}`, { signal })).json();
}

export async function post(path, body, signal) {
  return (await sent(path, body, signal)).json();
}

/** A file as it is. */
export async function file(path, parameters = {}) {
  return (await answered(`${BASE}${path}?${new URLSearchParams(parameters)}`, {})).blob();
}

/** What is there, with the tag of its state. */
export async function tagged(path) {
  const answer = await answered(BASE + path, {});
  return { value: await answer.json(), etag: answer.headers.get("etag") };
}

/** Put something in the place of what has the state `seen`; of nothing, where that is "". */
export async function put(path, body, seen) {
  return (await sent(path, body, undefined, "PUT", seen)).json();
}

/** Remove what has the state `seen`. */
export async function drop(path, seen) {
  await answered(BASE + path, { method: "DELETE", headers: { "if-match": seen } });
}

/** A file that is made of what is sent, and what it leaves out. */
export async function made(path, body) {
  const answer = await sent(path, body);
  return { blob: await answer.blob(), losses: answer.headers.get("arsenal-losses") ?? "" };
}

function sent(path, body, signal, method = "POST", seen = "") {
  const headers = { "content-type": "application/json", ...(seen && { "if-match": seen }) };
  return answered(BASE + path, { method, headers, body: JSON.stringify(body), signal });
}

async function answered(address, asked) {
  const answer = await fetch(address, asked);
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(said.detail || said.title || `${answer.status} ${answer.statusText}`), {
    help: said.help ?? "",
    findings: said.findings ?? [],
    status: answer.status,
    said,
  });
}
