// The language of the cards: the page's, where the game has it; nothing for the game's own.

import { page } from "../words.js";

let cards = "";

export const language = () => cards;
export const speak = (languages) => (cards = languages.includes(page()) ? page() : "");
