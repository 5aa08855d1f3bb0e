"""Makes the pictures of docs/faces.md anew: `python docs/pictures.py`, from the project's folder.

The page's examples are run as their test runs them, and of what each writes to `pictures/NAME` the first is kept.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> None:
    """Run the examples and copy their pictures."""
    with tempfile.TemporaryDirectory() as folder:
        test = [sys.executable, "-m", "pytest", "tests/test_docs.py", "-k", "faces.md", f"--basetemp={folder}/run"]
        subprocess.run(test, cwd=FOLDER.parent, check=True)  # noqa: S603 - our own tests
        for made in sorted(Path(folder).glob("run/*0/pictures/*")):
            pictures = sorted(made.glob("*.png"))
            if pictures:
                shutil.copyfile(pictures[0], FOLDER / "images" / "faces" / f"{made.name}.png")


if __name__ == "__main__":
    main()
