"""The lowest versions that pyproject.toml admits have no known hole."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
REQUIREMENTS = [
    Requirement(line)
    for lines in (
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
        PROJECT["build-system"]["requires"],
    )
    for line in lines
]
FIXED = {  # the last advisories of what we use, and the first versions without them
    "h11": ("0.16.0", "CVE-2025-43859"),
    "jinja2": ("3.1.6", "CVE-2025-27516"),
    "numpy": ("1.22", "CVE-2021-34141"),
    "openpyxl": ("2.4.2", "CVE-2017-5992"),
    "pikepdf": ("2.10", "CVE-2021-29421"),
    "pillow": ("12.3", "CVE-2026-55798"),
    "psycopg": ("3.3.5", "OpenSSL 3.5.7, which its wheels bring"),
    "pypdfium2": ("5.7", "CVE-2026-4455, in PDFium, which its wheels bring"),
    "pytest": ("9.0.3", "CVE-2025-71176"),
    "pyyaml": ("5.4", "CVE-2020-14343"),
    "starlette": ("1.3.1", "CVE-2026-54283"),
    "uvicorn": ("0.11.7", "CVE-2020-7694"),
}


def lowest(requirement: Requirement) -> Version:
    found = re.search(r">=([^,]+)", str(requirement.specifier))
    assert found, f"{requirement} has no lower bound"
    return Version(found[1])


def test_lower_bounds_are_versions_without_known_holes() -> None:
    assert len(REQUIREMENTS) > 20
    for requirement in REQUIREMENTS:
        version, advisory = FIXED.get(requirement.name, ("0", ""))
        assert lowest(requirement) >= Version(version), f"{requirement}: {advisory}"


def test_what_is_known_is_of_dependencies() -> None:
    assert FIXED.keys() <= {requirement.name for requirement in REQUIREMENTS}
