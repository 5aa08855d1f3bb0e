// Cards that were probably meant by words that name none: those that share most pairs of letters.

export function near(words, cards, most = 4) {
  const wanted = pairs(words);
  if (!wanted.size) return [];
  const found = cards
    .map((card) => ({ card, near: Math.max(alike(wanted, pairs(card.name)), alike(wanted, pairs(card.id))) }))
    .filter((one) => one.near >= 0.3)
    .sort((a, b) => b.near - a.near);
  return found
    .filter((one) => one.near >= 0.6 * found[0].near)
    .slice(0, most)
    .map((one) => one.card);
}

function pairs(text) {
  const plain = ` ${text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  const found = new Set();
  if (plain.length > 2) for (let at = 0; at < plain.length - 1; at++) found.add(plain.slice(at, at + 2));
  return found;
}

function alike(one, other) {
  let both = 0;
  for (const pair of one) if (other.has(pair)) both++;
  return (2 * both) / (one.size + other.size);
}
