// The site's service worker: answers requests, also offline, with files of a single state of the site. Files are cached
// as pages are opened, or all at once. A new state replaces the old one once it has all files cached of the old one.
// The lines before this are made with the site: `data` is a hash of its files, `first` are those to cache at once.

const ROOT = new URL("./", self.location).href;
const OURS = `arsenal ${ROOT} `,
  KEPT = OURS + SITE.data,
  RUNTIME = `${OURS}runtime ${SITE.runtime}`;
const LIST = "site.json",
  HASH = "arsenal-hash",
  AT_ONCE = 6;

let files; // of the site: by its path, each one's hash and size

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(hear(event)));
self.addEventListener("fetch", (event) => {
  const { url, method } = event.request;
  if (method !== "GET") return;
  if (SITE.runtime && url.startsWith(SITE.runtime)) event.respondWith(ofRuntime(event.request));
  else if (url.startsWith(ROOT)) event.respondWith(answer(event.request));
});

async function install() {
  const said = await fetch(ROOT + LIST, { cache: "no-cache" });
  const text = await said.text(),
    list = JSON.parse(text);
  if (list.data !== SITE.data) throw new Error("the host has files of two states of the site");
  files = list.files;
  const cache = await caches.open(KEPT),
    before = await earlier();
  const wanted = new Set(SITE.first);
  for (const one of before)
    for (const { url } of await one.keys()) if (Object.hasOwn(files, pathOf(url))) wanted.add(pathOf(url));
  await each([...wanted], (path) => renewed(cache, before, path));
  await cache.put(ROOT + LIST, new Response(text, { headers: { "content-type": "application/json" } }));
}

/** The caches of other states of this site. */
async function earlier() {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(OURS) && name !== KEPT && !name.startsWith(`${OURS}runtime `),
  );
  return Promise.all(names.map((name) => caches.open(name)));
}

/** Cache a file, from the cache of another state where it is the same there. */
async function renewed(cache, before, path) {
  for (const one of before) {
    const stored = await one.match(ROOT + path);
    if (stored?.headers.get(HASH) === files[path][0]) return cache.put(ROOT + path, stored);
  }
  if (!(await keep(cache, path)).whole) throw new Error(`${path} is not that of this state of the site`);
}

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith(OURS) && name !== KEPT && name !== RUNTIME) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  if (!files) {
    const list = await cache.match(ROOT + LIST);
    files = list ? (await list.json()).files : {};
  }
  const path = [pathOf(request.url), `${pathOf(request.url)}.html`].find((one) => Object.hasOwn(files, one));
  try {
    if (!path) return (pathOf(request.url) === LIST && (await cache.match(ROOT + LIST))) || (await fetch(request));
    return (await cache.match(ROOT + path)) ?? (await keep(cache, path)).answer;
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    const language =
      SITE.offline.find((one) => pathOf(request.url).startsWith(one.replace(/[^/]*$/, "") || " ")) ?? SITE.offline[0];
    return Response.redirect(ROOT + language);
  }
}

/** Fetch a file, and cache it if it belongs to this state of the site: the host may have a newer one by now. */
async function keep(cache, path) {
  const found = await fetch(ROOT + path, { cache: "no-cache" });
  const content = await found.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, files[path][0].length);
  const headers = { "content-type": found.headers.get("content-type") ?? "", [HASH]: hash };
  const answer = new Response(content, { status: found.status, headers });
  const whole = found.ok && hash === files[path][0];
  if (whole) await cache.put(ROOT + path, answer.clone());
  else if (found.ok) self.registration.update().catch(() => {});
  return { answer, whole };
}

async function ofRuntime(request) {
  const cache = await caches.open(RUNTIME);
  const stored = await cache.match(request.url);
  if (stored) return stored;
  const found = await fetch(request);
  if (found.ok && found.type !== "opaque") await cache.put(request.url, found.clone());
  return found;
}

/** Messages of pages: `keep` lists files that they have loaded, or is "all"; "newest" asks for the newest state. */
async function hear({ data, ports: [port] }) {
  if (data.newest) {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (open.length < 2) await self.skipWaiting(); // or else pages of two states would be open at once
  }
  if (!data.keep) return;
  const cache = await caches.open(KEPT);
  if (!files) files = (await (await cache.match(ROOT + LIST)).json()).files;
  const all = data.keep === "all" ? Object.keys(files).filter(isRead) : data.keep.map(pathOf);
  let done = 0,
    failed = 0;
  await each([...new Set(all)], async (path) => {
    const there = !Object.hasOwn(files, path) || (await cache.match(ROOT + path));
    if (!there && !(await keep(cache, path).catch(() => ({ whole: false }))).whole) failed += 1;
    port?.postMessage({ done: (done += 1), of: all.length, failed });
  });
}

/** Whether pages read a file: data files named by a hash, and databases, are for programs. */
const isRead = (path) => path !== "sw.js" && !/\.[0-9a-f]{16}\.|\.sqlite$/.test(path);

function pathOf(url) {
  const place = new URL(url, ROOT);
  let path = (place.origin + place.pathname).slice(ROOT.length);
  try {
    path = decodeURIComponent(path);
  } catch {
    // it names no file of the site
  }
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** Do something with each item, a few at a time; stops at the first failure. */
async function each(list, work) {
  const left = list.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await work(one);
    }),
  );
}
