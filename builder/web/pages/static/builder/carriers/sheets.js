// The cards of the deck as sheets that the browser itself prints: the pictures at their true size, edge to edge.

import { picture, places } from "../dom.js";
import { nameOf, state } from "../store.js";

const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] };
const MARGIN = 8; // mm, that printers can't print on

let sheet = null;

/** Print the deck. Resolves when the browser's dialog is closed, where the browser reports that. */
export async function printHere(paper, oneEach) {
  remove();
  const [across, down] = PAPERS[paper];
  sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${across}mm ${down}mm; margin: ${MARGIN}mm }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const all = document.createElement("div");
  all.id = "b-sheets";
  const waiting = [];
  for (const { size, ids } of bySize(oneEach))
    for (const page of pages(ids, size, across - 2 * MARGIN, down - 2 * MARGIN)) all.append(drawn(page, size, waiting));
  document.body.append(all);
  await Promise.all(waiting);
  addEventListener("afterprint", remove, { once: true });
  print();
}

function remove() {
  document.getElementById("b-sheets")?.remove();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
}

/** The cards by size in mm, one for each copy in the deck. */
function bySize(oneEach) {
  const found = new Map();
  for (const cards of Object.values(state.deck.sections)) {
    for (const [id, copies] of Object.entries(cards)) {
      const size = places.sizes?.[state.names.get(id)?.type];
      if (!size) continue;
      const group = found.get(size.join()) ?? { size, ids: [] };
      found.set(size.join(), group);
      if (!oneEach) group.ids.push(...Array(copies).fill(id));
      else if (!group.ids.includes(id)) group.ids.push(id);
    }
  }
  return found.values();
}

/** The pages with rows of cards; cards are turned by 90 degrees where more fit. */
function* pages(ids, [width, height], across, down) {
  const fits = (wide, high) => Math.floor(across / wide) * Math.floor(down / high);
  const turned = fits(height, width) > fits(width, height);
  const most = Math.max(1, fits(width, height), fits(height, width));
  const columns = Math.max(1, Math.floor(across / (turned ? height : width)));
  for (let at = 0; at < ids.length; at += most) yield { ids: ids.slice(at, at + most), columns, turned };
}

function drawn({ ids, columns, turned }, [width, height], waiting) {
  const page = document.createElement("div");
  page.style.gridTemplateColumns = `repeat(${columns}, ${turned ? height : width}mm)`;
  for (const id of ids) {
    const place = document.createElement("span"),
      image = new Image();
    Object.assign(place.style, { width: `${turned ? height : width}mm`, height: `${turned ? width : height}mm` });
    Object.assign(image.style, { width: `${width}mm`, height: `${height}mm` });
    if (turned) image.style.transform = `rotate(90deg) translateY(-${height}mm)`;
    image.alt = nameOf(id);
    image.src = picture(id, 1000);
    waiting.push(image.decode().catch(() => {}));
    place.append(image);
    page.append(place);
  }
  return page;
}
