// The builder's own words, in the languages that pages come in. {name} is filled in.

const WORDS = {
  en: {
    "title": "Build a deck", "new-deck": "New deck", "cards": "Cards", "deck": "Deck", "numbers": "Numbers", "hands": "Hands", "compare": "Compare", "out": "Share", "shelf": "My decks",
    "search": "Search cards", "search-hint": "Words, or a query such as type:… cost<=2", "filters": "Filters", "clear": "Clear", "any": "any", "from": "from", "to": "to",
    "pictures": "Pictures", "rows": "Rows", "sort": "Sort", "by-number": "by number", "more": "More cards", "none-found": "No card is like this.", "meant": "Did you mean", "cards-found": "{count} cards found",
    "add": "Add {name}", "remove": "Remove {name}", "in-deck": "{count} in the deck", "about": "About {name}", "copies-of": "Copies of {name}", "move-to": "Move {name} to another section", "move": "Move",
    "name": "Name of the deck", "format": "Format", "players": "Players", "any-players": "as the format says", "add-to": "Cards go to", "empty": "No cards yet. Click a card to add it, or press / to search and + to add.", "empty-section": "No cards.",
    "undo": "Undo", "redo": "Redo", "paste": "Paste a list", "sample": "Open a sample", "new": "New", "keys": "Keys",
    "legal": "Legal", "illegal": "{count} to mend", "checking": "Checking…", "failed-verdict": "No verdict: {why}", "again": "Try again", "all-formats": "All formats", "mend-remove": "Remove {count}", "mend-add": "Add {count}", "mend-section": "Remove its {count} cards", "mend-move": "Move them to {name}", "notes-verdict": "Could not be judged", "allowances": "Allowances used",
    "legal-in": "Legal in {name}.", "faults-in": "{count} to mend in {name}.", "at-fault": "at fault", "unknown-here": "This format has no such section.",
    "undone": "Undone.", "redone": "Done again.", "nothing-to-undo": "There is nothing to undo.", "nothing-to-redo": "There is nothing to do again.",
    "copies-said": "{name}: {copies}. {total} cards in the deck.", "moved-said": "{name} moved.", "pasted-said": "{cards} cards read, {problems} lines not understood.", "opened-said": "{name} is open.", "new-said": "An empty deck.", "hand-said": "A hand: {cards}.", "version-said": "This version is kept.",
    "paste-hint": "One card a line, such as “3 Name”. A deck file's text does as well.", "paste-do": "Read the list", "paste-join": "Add to this deck", "file": "or from a file", "close": "Close", "not-understood": "Not understood", "line": "line {line}", "leave-out": "Leave out", "put-in": "Add {number} {name}",
    "curve": "Cards by {title}", "total": "total {total}, average {average}", "none-say": "{count} say nothing", "chances": "Chances to draw", "chance-ask": "What do you want to draw?", "chance-hint": "a name, or [type:…] >= 2 by turn 3", "chance-add": "Ask", "opening": "first hand", "turn": "turn {turn}", "dice": "Dice", "one-die": "on one", "any-die": "on any", "expected": "expected", "odds": "Odds", "nothing-to-count": "There is nothing to count yet.", "copies": "copies",
    "draw-hand": "Draw a hand", "redraw": "Redraw ({left} left)", "left-in": "{count} cards left", "first-hand": "Before redraw {number}", "seed": "Hand no. {seed}",
    "compare-with": "Compare with", "sample-decks": "Sample decks", "same": "The decks are the same.", "in": "In", "out-cards": "Out", "changed": "Changed", "versions": "Versions", "keep-version": "Keep this version", "version-of": "Version of {when}", "back-to": "Go back to it", "no-versions": "No version has been kept yet.",
    "link": "Link", "copy": "Copy", "copied": "Copied.", "link-hint": "The whole deck is in the link; nothing is stored on a server.", "link-long": "Link with names: longer, and good for years", "text": "As text", "download": "Download", "export": "For other programs", "losses": "Left out: {losses}", "print": "Print", "print-do": "Make the PDF", "printing": "Making the PDF…", "paper": "Paper", "preset": "Preset", "as-preset": "as the preset has it", "low-ink": "Little ink", "one-each": "One of each card",
    "kept-here": "Decks are kept in this browser.", "forgets": "This browser keeps nothing: decks are gone when the page is closed. Share a link to keep one.", "open": "Open", "drop": "Delete {name}", "no-decks": "No deck is kept yet. One is as soon as it has a card.", "take-all": "Save all as a file", "bring-all": "Open such a file", "cards-of": "{count} cards",
    "conflict": "This deck was changed in another tab.", "take-other": "Show the other", "keep-both": "Keep both",
    "broken-link": "The link is damaged: it holds no deck.", "other-cards": "The link was made with other cards than this server has. Ask for the link with names.", "not-on-shelf": "This browser has no such deck.",
    "notes": "Notes", "notes-hint": "How the deck wins, what to try next.", "single-keys": "Single keys do something", "page-of-card": "Page of the card",
    "key-/": "search", "key-arrows": "go from card to card", "key-plus": "add a copy", "key-minus": "remove a copy", "key-i": "about the card", "key-u": "undo", "key-r": "do again", "key-d": "go to the deck", "key-c": "go to the cards", "key-v": "pictures or rows", "key-n": "next section", "key-?": "these keys", "key-escape": "close, or back to the search",
    "card-types": "Types", "lost": "Lost the game before", "unsaid": "not said", "yes": "yes", "no": "no",
  },
  fr: {
    "title": "Construire un deck", "new-deck": "Nouveau deck", "cards": "Cartes", "deck": "Deck", "numbers": "Chiffres", "hands": "Mains", "compare": "Comparer", "out": "Partager", "shelf": "Mes decks",
    "search": "Chercher des cartes", "search-hint": "Des mots, ou une requête comme type:… cost<=2", "filters": "Filtres", "clear": "Effacer", "any": "tous", "from": "de", "to": "à",
    "pictures": "Images", "rows": "Lignes", "sort": "Trier", "by-number": "par numéro", "more": "Plus de cartes", "none-found": "Aucune carte de ce genre.", "meant": "Vouliez-vous dire", "cards-found": "{count} cartes trouvées",
    "add": "Ajouter {name}", "remove": "Retirer {name}", "in-deck": "{count} dans le deck", "about": "À propos de {name}", "copies-of": "Exemplaires de {name}", "move-to": "Déplacer {name} vers une autre section", "move": "Déplacer",
    "name": "Nom du deck", "format": "Format", "players": "Joueurs", "any-players": "selon le format", "add-to": "Les cartes vont dans", "empty": "Pas encore de cartes. Cliquez sur une carte pour l’ajouter, ou appuyez sur / pour chercher et + pour ajouter.", "empty-section": "Pas de cartes.",
    "undo": "Annuler", "redo": "Rétablir", "paste": "Coller une liste", "sample": "Ouvrir un exemple", "new": "Nouveau", "keys": "Touches",
    "legal": "Légal", "illegal": "{count} à corriger", "checking": "Vérification…", "failed-verdict": "Pas de verdict : {why}", "again": "Réessayer", "all-formats": "Tous les formats", "mend-remove": "Retirer {count}", "mend-add": "Ajouter {count}", "mend-section": "Retirer ses {count} cartes", "mend-move": "Les déplacer vers {name}", "notes-verdict": "N’a pas pu être jugé", "allowances": "Dérogations utilisées",
    "legal-in": "Légal en {name}.", "faults-in": "{count} à corriger en {name}.", "at-fault": "en faute", "unknown-here": "Ce format n’a pas cette section.",
    "undone": "Annulé.", "redone": "Rétabli.", "nothing-to-undo": "Rien à annuler.", "nothing-to-redo": "Rien à rétablir.",
    "copies-said": "{name} : {copies}. {total} cartes dans le deck.", "moved-said": "{name} déplacée.", "pasted-said": "{cards} cartes lues, {problems} lignes non comprises.", "opened-said": "{name} est ouvert.", "new-said": "Un deck vide.", "hand-said": "Une main : {cards}.", "version-said": "Cette version est gardée.",
    "paste-hint": "Une carte par ligne, comme « 3 Nom ». Le texte d’un fichier de deck convient aussi.", "paste-do": "Lire la liste", "paste-join": "Ajouter à ce deck", "file": "ou depuis un fichier", "close": "Fermer", "not-understood": "Pas compris", "line": "ligne {line}", "leave-out": "Laisser de côté", "put-in": "Ajouter {number} {name}",
    "curve": "Cartes par {title}", "total": "total {total}, moyenne {average}", "none-say": "{count} n’en disent rien", "chances": "Chances de piocher", "chance-ask": "Que voulez-vous piocher ?", "chance-hint": "un nom, ou [type:…] >= 2 by turn 3", "chance-add": "Demander", "opening": "première main", "turn": "tour {turn}", "dice": "Dés", "one-die": "sur un", "any-die": "sur l’un d’eux", "expected": "attendu", "odds": "Probabilités", "nothing-to-count": "Rien à compter pour l’instant.", "copies": "exemplaires",
    "draw-hand": "Piocher une main", "redraw": "Repiocher (encore {left})", "left-in": "{count} cartes restantes", "first-hand": "Avant la repioche {number}", "seed": "Main n° {seed}",
    "compare-with": "Comparer avec", "sample-decks": "Decks d’exemple", "same": "Les decks sont identiques.", "in": "Entrent", "out-cards": "Sortent", "changed": "Changent", "versions": "Versions", "keep-version": "Garder cette version", "version-of": "Version du {when}", "back-to": "Y revenir", "no-versions": "Aucune version gardée pour l’instant.",
    "link": "Lien", "copy": "Copier", "copied": "Copié.", "link-hint": "Tout le deck est dans le lien ; rien n’est stocké sur un serveur.", "link-long": "Lien avec les noms : plus long, et valable des années", "text": "En texte", "download": "Télécharger", "export": "Pour d’autres programmes", "losses": "Laissé de côté : {losses}", "print": "Imprimer", "print-do": "Faire le PDF", "printing": "Le PDF se fait…", "paper": "Papier", "preset": "Réglage", "as-preset": "selon le réglage", "low-ink": "Peu d’encre", "one-each": "Une carte de chaque",
    "kept-here": "Les decks sont gardés dans ce navigateur.", "forgets": "Ce navigateur ne garde rien : les decks disparaissent quand la page est fermée. Partagez un lien pour en garder un.", "open": "Ouvrir", "drop": "Supprimer {name}", "no-decks": "Aucun deck gardé pour l’instant. Il l’est dès qu’il a une carte.", "take-all": "Tout enregistrer dans un fichier", "bring-all": "Ouvrir un tel fichier", "cards-of": "{count} cartes",
    "conflict": "Ce deck a été modifié dans un autre onglet.", "take-other": "Montrer l’autre", "keep-both": "Garder les deux",
    "broken-link": "Le lien est abîmé : il ne contient pas de deck.", "other-cards": "Le lien a été fait avec d’autres cartes que celles de ce serveur. Demandez le lien avec les noms.", "not-on-shelf": "Ce navigateur n’a pas ce deck.",
    "notes": "Notes", "notes-hint": "Comment le deck gagne, qu’essayer ensuite.", "single-keys": "Les touches seules agissent", "page-of-card": "Page de la carte",
    "key-/": "chercher", "key-arrows": "aller de carte en carte", "key-plus": "ajouter un exemplaire", "key-minus": "retirer un exemplaire", "key-i": "à propos de la carte", "key-u": "annuler", "key-r": "rétablir", "key-d": "aller au deck", "key-c": "aller aux cartes", "key-v": "images ou lignes", "key-n": "section suivante", "key-?": "ces touches", "key-escape": "fermer, ou revenir à la recherche",
    "card-types": "Types", "lost": "A perdu la partie d’avant", "unsaid": "non dit", "yes": "oui", "no": "non",
  },
};

export const page = () => (document.documentElement.lang in WORDS ? document.documentElement.lang : "en");

let cards = "";

/** The language of the cards: the page's, where the game has it; nothing for the game's own. */
export const language = () => cards;
export const speak = (languages) => (cards = languages.includes(page()) ? page() : "");

export function words(key, values = {}) {
  const said = WORDS[page()][key] ?? WORDS.en[key] ?? key;
  return said.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
