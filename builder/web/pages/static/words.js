// What a page's scripts say: it brings a group of builder/words in its language, filled in here as Python does it.

/** What says the texts of a group: one by its key, with its {parts} filled in; the number `n` chooses among forms. */
export function speaker({ counting, texts }) {
  const forms = Object.entries(counting.plural).map(([name, digits]) => [name, new RegExp(digits)]);
  const shown = (value) => (Number.isInteger(value) ? number(value) : value);
  const number = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, counting.thousands);

  return (key, parts = {}) => {
    let text = texts[key] ?? key;
    if (typeof text !== "string") text = text[forms.find(([, digits]) => digits.test(parts.n))?.[0] ?? "other"];
    return text.replace(/\{([a-z_]+)\}/g, (_, name) => shown(parts[name]) ?? "");
  };
}

const given = globalThis.document?.getElementById("words");

export const words = given && speaker(JSON.parse(given.textContent));

export const page = () => document.documentElement.lang || "en";
