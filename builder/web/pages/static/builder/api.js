// The server's API. What it refuses is an Error with its words; `help` is a way out, `findings` are single faults.

const BASE = "/api/v1";
const READS = { "accept-language": document.documentElement.lang }; // what the page is in, and not what the browser likes best

export async function get(path, parameters = {}, signal) {
  const words = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value != null));
  return (await answered(`${BASE}${path}${words.size ? "?" + words : ""}`, { signal, headers: READS })).json();
}

export async function post(path, body, signal) {
  return (await sent(path, body, signal)).json();
}

/** A file that is made of what is sent, and what it leaves out. */
export async function made(path, body) {
  const answer = await sent(path, body);
  return { blob: await answer.blob(), losses: answer.headers.get("arsenal-losses") ?? "" };
}

function sent(path, body, signal) {
  const headers = { ...READS, "content-type": "application/json" };
  return answered(BASE + path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function answered(address, asked) {
  const answer = await fetch(address, asked);
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(said.detail || said.title || `${answer.status} ${answer.statusText}`), {
    help: said.help ?? "",
    findings: said.findings ?? [],
  });
}
