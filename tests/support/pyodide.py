"""Pyodide, Python for browsers, as node runs it: npm's package `pyodide`, in the folder that ARSENAL_PYODIDE names."""

import os
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(os.environ.get("ARSENAL_PYODIDE", "node_modules"))  # where npm has installed it
ENTRY = FOLDER / "pyodide" / "pyodide.mjs"

_RUN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [entry, core, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(entry).href);
const python = await loadPyodide();
python.FS.writeFile("/core.zip", new Uint8Array(readFileSync(core)));
python.globals.set("given", readFileSync("given.txt", "utf8"));
python.runPython("import sys; sys.path.insert(0, '/core.zip')");
process.stdout.write(python.runPython(readFileSync(program, "utf8")));
"""


def is_there() -> bool:
    """Whether node and the package are installed."""
    return shutil.which("node") is not None and ENTRY.is_file()


def run(folder: Path, core: bytes, program: str, given: str) -> str:
    """Run a program in Pyodide, with the modules of the zip `core`. It has the text `given` as a variable of that name.
    Returns the text that is the value of its last line.
    """
    (folder / "core.zip").write_bytes(core)
    (folder / "program.py").write_text(program, "utf-8")
    (folder / "given.txt").write_text(given, "utf-8")
    (folder / "run.mjs").write_text(_RUN, "utf-8")
    done = subprocess.run(
        ["node", "run.mjs", str(ENTRY.resolve()), "core.zip", "program.py"],
        cwd=folder, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
