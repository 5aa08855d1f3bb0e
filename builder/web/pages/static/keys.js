// Keys on every page: "/" goes to the search, the arrows to the cards or pages before and after. Without this script
// all of it is done by links. Choosing an order searches at once.

const find = document.getElementById("find");

function writing(target) {
  return (
    target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=region]") !== null
  );
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  if (event.key === "Escape" && event.target === find) find.blur();
  if (writing(event.target)) return;
  if (event.key === "/" && find) {
    event.preventDefault();
    find.focus();
    find.select();
  }
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`link[rel=${rel}]`);
  if (link) location.assign(link.href);
});

// Suggestions for a query: the text so far, with its last word completed by the terms of the page's list.
const terms = document.getElementById("terms");
const known = terms ? [...terms.options].map((option) => option.value) : [];
const MOST = 40;

function suggest() {
  const [, before, begun] = /^([^]*?)([^\s()]*)$/.exec(find.value);
  const start = begun.replace(/^-/, "");
  const head = before + begun.slice(0, begun.length - start.length);
  const fitting = known.filter((term) => term.startsWith(start.toLowerCase())).slice(0, MOST);
  terms.replaceChildren(
    ...fitting.map((term) => Object.assign(document.createElement("option"), { value: head + term })),
  );
}

if (terms && find) find.addEventListener("input", suggest);

for (const select of document.querySelectorAll("form.search select")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
