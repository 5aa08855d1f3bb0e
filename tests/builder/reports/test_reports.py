"""Reports: what a browser allows them."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from builder.reports import html
from builder.words import words_of


def test_a_report_may_run_its_own_script_alone(tmp_path: Path) -> None:
    template = tmp_path / "own.html"
    template.write_text('{% extends "report.html" %}{% block main %}{{ said }}{% endblock %}', "utf-8")
    page = html(template, "Own", words_of("en"), said="<script>1</script>")
    [script] = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    assert f"script-src &#39;sha256-{b64encode(sha256(script.encode()).digest()).decode()}&#39;" in page
