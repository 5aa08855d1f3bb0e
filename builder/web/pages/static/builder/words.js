// The builder's own words, in the page's language: the page brings them. {name} is filled in.

const WORDS = JSON.parse(document.getElementById("builder-words").textContent);

export const page = () => document.documentElement.lang || "en";

let cards = "";

/** The language of the cards: the page's, where the game has it; nothing for the game's own. */
export const language = () => cards;
export const speak = (languages) => (cards = languages.includes(page()) ? page() : "");

export function words(key, values = {}) {
  return (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
