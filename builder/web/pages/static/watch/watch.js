// The page of a watched pack: its pictures and findings, updated as soon as a file is saved.

import { recall, remember } from "../browser.js";
import { words } from "../words.js";

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search).has("lang")
  ? `?lang=${encodeURIComponent(document.documentElement.lang)}`
  : "";
const figures = new Map(); // by the thing's name
const near = new IntersectionObserver(seen, { rootMargin: "700px 0px" });
let following = null;
let enlarged = null; // the figure that is shown large, or was last
let game = ""; // the id of the pack's game

/** An element with these properties and contents. */
function made(tag, properties = {}, ...contents) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...contents);
  return element;
}

function seen(entries) {
  for (const { target, isIntersecting } of entries) {
    target.inView = isIntersecting;
    if (isIntersecting) load(target);
  }
}

// A picture is fetched when it is near the window, and replaces the old one only once it is loaded.
function load(figure) {
  if (figure.loading || figure.shown === figure.version) return;
  const version = figure.version;
  const picture = new Image();
  figure.loading = true;
  picture.alt = figure.thing.title;
  picture.onload = () => {
    figure.box.replaceChildren(picture, ...guides(figure));
    if (figure === enlarged && $("large").open) enlarge(figure);
    done(figure, version, false);
  };
  picture.onerror = () => done(figure, version, true);
  picture.src = `/watch/pictures/${encodeURIComponent(figure.thing.name)}?v=${version}`;
}

// The cut line and safe zone are a picture of their own, laid over the card's.
function guides(figure) {
  if (!$("guides").checked) return [];
  const { name, width, height } = figure.thing;
  const src = `/watch/guides/${encodeURIComponent(name)}?s=${width}x${height}`;
  return [made("img", { className: "guides", alt: "", src })];
}

function showGuides() {
  for (const drawn of document.querySelectorAll("img.guides")) drawn.remove();
  for (const figure of figures.values()) {
    if (figure.box.firstChild) figure.box.append(...guides(figure));
  }
  if ($("large").open) enlarge(enlarged);
}

function done(figure, version, failed) {
  figure.loading = false;
  figure.shown = version;
  figure.failed = failed;
  figure.classList.toggle("failed", failed);
  if (figure.inView) load(figure); // it may have changed meanwhile
}

function figureFor(thing) {
  const box = made("button", { type: "button", className: "w-picture", onclick: () => enlarge(figure) });
  const caption = made("span");
  const mark = made("em", { textContent: words("changed") });
  const figure = made("figure", { box, caption }, box, made("figcaption", {}, caption, mark));
  near.observe(figure);
  figures.set(thing.name, figure);
  return figure;
}

function list(things) {
  const names = new Set(things.map((thing) => thing.name));
  for (const [name, figure] of figures) {
    if (names.has(name)) continue;
    near.unobserve(figure);
    figures.delete(name);
  }
  const all = things.map((thing) => {
    const figure = figures.get(thing.name) ?? figureFor(thing);
    figure.thing = thing;
    figure.dataset.title = thing.title;
    figure.caption.textContent = [thing.number, thing.title].filter(Boolean).join(" ");
    figure.caption.title = thing.about;
    figure.box.setAttribute("aria-label", words("large", { name: thing.title }));
    sized(figure, thing);
    renew(figure, thing.version);
    return figure;
  });
  $("grid").replaceChildren(...all);
  find();
}

// A thing is shown as large as it is in mm, times a scale that is the same for all.
function sized(box, thing) {
  box.style.setProperty("--width", thing.width);
  box.style.setProperty("--height", thing.height);
}

function enlarge(figure) {
  const { thing } = figure;
  const dialog = $("large");
  const picture = figure.box.querySelector("img:not(.guides)");
  enlarged = figure;
  $("large-picture").replaceChildren(...(picture ? [picture.cloneNode(), ...guides(figure)] : []));
  sized($("large-picture"), thing);
  $("large-title").textContent = figure.caption.textContent;
  $("large-about").textContent = [thing.about, `${thing.width} × ${thing.height} mm`].filter(Boolean).join(", ");
  $("page").hidden = !(game && thing.card); // a pack that has always had errors has no other pages yet
  $("page").href = `/games/${encodeURIComponent(game)}/cards/${encodeURIComponent(thing.card)}${query}`;
  offerEditing(thing);
  if (!dialog.open) dialog.showModal();
}

// A card's line in its file changes with every line before it, so it is requested only on a click.
async function offerEditing(thing) {
  $("edit").hidden = true;
  const answer = await fetch(`/watch/editing/${encodeURIComponent(thing.name)}`).catch(() => null);
  const link = answer?.ok ? await answer.text() : "";
  if (!link || enlarged.thing !== thing) return;
  $("edit").href = link;
  $("edit").hidden = false;
}

function enlargeNeighbour(step) {
  const shown = [...figures.values()].filter((figure) => !figure.hidden);
  const next = shown[(shown.indexOf(enlarged) + step + shown.length) % shown.length];
  if (!next) return;
  next.inView = true;
  load(next);
  enlarge(next);
  next.scrollIntoView({ block: "nearest" });
}

function renew(figure, version) {
  if (figure.failed) figure.shown = null;
  figure.version = version;
  if (figure.inView) load(figure);
}

function mark(names) {
  for (const figure of document.querySelectorAll("figure.changed")) figure.classList.remove("changed");
  const marked = names.map((name) => figures.get(name)).filter(Boolean);
  for (const figure of marked) figure.classList.add("changed");
  if (marked.length) marked[0].scrollIntoView({ block: "nearest" });
}

function findings(rows) {
  const errors = rows.filter((row) => row.severity === "error").length;
  const counted = [
    ["errors", errors],
    ["warnings", rows.length - errors],
  ].filter(([, n]) => n);
  $("summary").textContent =
    counted.map(([key, n]) => words(key, { n })).join(", ") + (errors ? `. ${words("kept")}` : "");
  $("list").replaceChildren(...rows.map(finding));
  $("findings").hidden = !rows.length;
  document.title = (errors ? `(${errors}) ` : "") + $("title").textContent;
}

function finding({ severity, code, place, edit, message, help }) {
  const at = edit ? [made("a", { href: edit, textContent: place }), ": "] : place ? [`${place}: `] : [];
  const parts = [made("code", {}, ...at), made("b", { textContent: `${severity}[${code}]: ` }), message];
  if (help) parts.push(made("span", { className: "help", textContent: help }));
  return made("li", { className: severity }, ...parts);
}

// Whether findings are folded away is remembered in this browser, where it stores anything.
const FOLDED = "arsenal-findings-folded";
$("fold").open = recall(FOLDED) === null;
$("fold").addEventListener("toggle", () => remember(FOLDED, $("fold").open ? null : ""));

function find() {
  const sought = $("find").value.trim().toLowerCase();
  let shown = 0;
  for (const [name, figure] of figures) {
    figure.hidden = !(name + "\n" + figure.dataset.title).toLowerCase().includes(sought);
    shown += !figure.hidden;
  }
  const all = words("pictures", { n: figures.size });
  $("count").textContent = sought ? words("some", { shown, all }) : all;
  $("empty").hidden = shown > 0;
}

function say(state, said) {
  $("state").className = state;
  $("state").textContent = said;
}

async function begin() {
  const page = await (await fetch("/watch/state")).json();
  game = page.game;
  $("title").textContent = page.title + (page.where ? ` · ${page.where}` : "");
  list(page.things);
  findings(page.findings);
  return page.event;
}

function heard(event) {
  if (event.findings) findings(event.findings);
  for (const [name, version] of Object.entries(event.versions ?? {})) {
    const figure = figures.get(name);
    if (figure) renew(figure, version);
  }
  const marked = () => event.changed && mark(event.changed);
  if (event.list) begin().then(marked, () => {});
  else marked();
  say("live", `${words("live")} · ${new Date().toLocaleTimeString(document.documentElement.lang)}`);
}

async function follow() {
  try {
    const after = await begin();
    following = new EventSource(`/watch/events?after=${after}`);
    following.onopen = () => say("live", words("live"));
    following.onmessage = ({ data }) => heard(JSON.parse(data));
    following.onerror = () => {
      following.close(); // a restarted server counts events from 1 again
      lost();
    };
  } catch {
    lost();
  }
}

function lost() {
  say("lost", words("lost"));
  setTimeout(follow, 1000);
}

$("find").addEventListener("input", find);
$("find").addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !$("find").value) return;
  event.preventDefault(); // the first Escape empties the field, the next one leaves it
  $("find").value = "";
  find();
});
$("size").addEventListener("input", () => $("grid").style.setProperty("--mm", `${$("size").value}px`));
$("guides").addEventListener("change", showGuides);
$("back").addEventListener("click", () => enlargeNeighbour(-1));
$("on").addEventListener("click", () => enlargeNeighbour(1));
$("large").addEventListener("close", () => {
  // The event may come late: who has moved on by then, or sees the next picture, stays there.
  if (document.activeElement.matches("body, .w-picture")) enlarged.box.focus();
});
$("large").addEventListener("click", ({ target }) => target === $("large") && $("large").close());
$("large").addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft") enlargeNeighbour(-1);
  if (key === "ArrowRight") enlargeNeighbour(1);
});
addEventListener("pagehide", () => following?.close());
addEventListener("pageshow", ({ persisted }) => persisted && follow());
follow();
