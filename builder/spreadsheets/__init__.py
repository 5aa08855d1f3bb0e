"""Spreadsheets in: files to sheets of cells, a sheet to a table with a header, its columns to fields, cells to values.

- `reading`: a file, or what comes by standard input, to `Sheet`s; `delimited` reads CSV and TSV, `workbooks` XLSX,
  and `shown` says what a workbook shows of a number.
- `tables`: where a sheet's header is, which rows are cards and which are not.
- `columns`: which column is which field, and the file import.yaml that remembers it.
- `cells`: what a cell says by the schema of its field, and how a value is written in a cell.

Nothing here knows a pack's files or writes any: `builder.authoring.importing` does.
"""
