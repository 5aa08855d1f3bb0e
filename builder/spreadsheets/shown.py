"""What a workbook shows of a number: itself, or the date, the time or the duration that its style makes of it.

Source: ECMA-376, part 1, 18.8.30 and 18.8.31 (formats), 18.17.4 (dates).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, time, timedelta

Show = Callable[[float, datetime], str]  # of a number, where the first day is the one that is given

_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))  # formats without a code
_DURATION = 46
_DAY = 24 * 60 * 60 * 1000  # milliseconds
_LONGEST_CODE = 255
_WORDS = re.compile(r'"[^"]*"|\[(?!hh?\]|mm?\]|ss?\])[^\[\]]*\]', re.IGNORECASE)  # and colours, countries
_OF_DATE = re.compile(r"(?<![_\\])[dmhys]", re.IGNORECASE)
_OF_DURATION = re.compile(r"\[(hh?|mm?|ss?)\]", re.IGNORECASE)
_TOO_LARGE = "#VALUE!"  # as spreadsheets say it


def show_by(number: str, code: str | None) -> Show:
    """How a format shows numbers: by its code, and by its number where it has none."""
    if code is None:
        known = int(number) if number.isdecimal() and len(number) < 4 else 0
        return as_duration if known == _DURATION else as_date if known in _DATES else as_number
    first = _WORDS.sub("", code[:_LONGEST_CODE].split(";")[0])
    return as_duration if _OF_DURATION.search(first) else as_date if _OF_DATE.search(first) else as_number


def as_number(number: float, _: datetime | None = None) -> str:
    """The number, with 15 digits at most where it is no whole one."""
    if isinstance(number, int):
        return str(number)
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.15g}"


def as_date(number: float, first: datetime) -> str:
    """The date and the time, as far as there is one, so many days after the first."""
    try:
        day, part = divmod(number, 1)
        clock = timedelta(milliseconds=round(part * _DAY))
        if 0 <= number < 1 and not clock.days:
            return (datetime.min + clock).time().isoformat()
        if 0 < number < 60 and first.year == 1899:  # the format has a 29th of February in 1900
            day += 1
        return date_text(first + timedelta(days=day) + clock)
    except OverflowError:
        return _TOO_LARGE


def as_duration(number: float, _: datetime) -> str:
    """So many days, in hours, minutes and seconds."""
    try:
        minutes, milliseconds = divmod(abs(round(number * _DAY)), 60_000)
        seconds = f"{milliseconds / 1000:06.3f}".removesuffix(".000")
        return f"{'-' if number < 0 else ''}{minutes // 60}:{minutes % 60:02}:{seconds}"
    except OverflowError:
        return _TOO_LARGE


def date_text(moment: datetime) -> str:
    """A date, with its time where it has one."""
    return moment.date().isoformat() if moment.time() == time() else moment.isoformat(" ", "minutes")
