"""Which file is the profile of a press."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.diagnostics import UsageError
from renderers.layout.options import MAX_PROFILE, OutputProfile, output_profile
from tests.support.presses import profile


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("Coated FOGRA39 (ISO 12647-2:2004)", "FOGRA39"),
        ("PSO Coated v3 FOGRA 51", "FOGRA51"),
        ("U.S. Web Coated (SWOP) v2", "CGATS TR 001"),
        ("The press in our cellar", ""),
    ],
)
def test_a_profile_says_its_name_and_the_condition_where_it_is_a_known_one(name: str, condition: str) -> None:
    found = output_profile(profile(name), "press.icc")
    assert (found.name, found.condition) == (name, condition)


def test_names_of_version_4_are_read() -> None:
    text = "Presse gestrichen é".encode("utf-16-be")
    tag = b"mluc" + bytes(4) + (1).to_bytes(4) + (12).to_bytes(4) + b"frFR" + len(text).to_bytes(4) + (28).to_bytes(4)
    made = bytearray(128) + (1).to_bytes(4) + b"desc" + (144).to_bytes(4) + (28 + len(text)).to_bytes(4) + tag + text
    made[:4], made[12:20], made[36:40] = len(made).to_bytes(4), b"prtrCMYK", b"acsp"
    assert output_profile(bytes(made), "x").name == "Presse gestrichen é"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", '"p.icc" is no ICC profile'),
        (b"%PDF-1.7 is another kind of file" * 9, '"p.icc" is no ICC profile'),
        (profile() + b"more", '"p.icc" is no ICC profile'),
        (profile("sRGB", b"mntr", b"RGB "), r'"p.icc" \(sRGB\) is the profile of a screen, not of a press'),
        (profile("Photos", b"prtr", b"RGB "), "a printer without the four inks"),
        (bytes(MAX_PROFILE + 1), '"p.icc" is larger than 16 MB'),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(UsageError, match=said) as raised:
        output_profile(data, "p.icc")
    assert "www.eci.org" in (raised.value.help or "")


@given(st.binary(max_size=400), st.integers(0, 300))
def test_a_broken_profile_is_refused_or_read_and_never_crashes(noise: bytes, at: int) -> None:
    whole = profile()
    data = whole[:at] + noise + whole[at + len(noise) :]
    try:
        found = output_profile(data, "p.icc")
    except UsageError:
        return
    assert isinstance(found, OutputProfile)
    assert found.name.isprintable()
