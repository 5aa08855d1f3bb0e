// The texts of a page's scripts. The page has a group of builder/words in its language, filled in here as in Python.

/** A function for the texts of a group: it takes a key, fills in the {parts}, and chooses a form by the number `n`. */
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
