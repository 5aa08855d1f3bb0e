// Tables of the class "sorts": a click on a head's button sorts the rows by the column's data-by, or by its text.
for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    head.querySelector("button")?.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending";
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const by = (row) => row.cells[place].dataset.by ?? row.cells[place].textContent;
      const compared = (a, b) => {
        if (by(a) === "" || by(b) === "") return (by(a) === "") - (by(b) === ""); // what has no figure comes last
        const ordered = by(a).localeCompare(by(b), document.documentElement.lang, { numeric: true });
        const numbers = Number(by(a)) - Number(by(b));
        return (Number.isNaN(numbers) ? ordered : numbers) * (up ? 1 : -1);
      };
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compared));
    });
  });
}
