"""Usage errors that the argument parser finds, in Arsenal's own words."""

from __future__ import annotations

import re
from typing import Any  # Any: the parser's classes, whose place in typer differs between versions

from builder.diagnostics import Diagnostic, near


def wrong_use(error: Any) -> Diagnostic:
    """A usage error of the parser as a diagnostic."""
    kind = type(error).__name__
    context = getattr(error, "ctx", None)
    if kind == "MissingParameter":
        message, help_ = _missing(error), _example(context)
    elif kind == "NoSuchOption":
        message, help_ = f'there is no option "{error.option_name}"', _meant(error.option_name, _options(context))
    elif found := re.match(r"No such command ['\"](.*?)['\"]\.", error.message, re.DOTALL):
        known = getattr(context.command, "commands", {}) if context else {}
        message, help_ = f'there is no command "{found[1]}"', _meant(found[1], known)
    elif kind == "BadParameter" and getattr(error, "param", None):
        message, help_ = f"{_name(error.param)}: {_unfit(error)}", error.param.help or ""
    elif kind == "BadOptionUsage" and "requires an argument" in error.message:
        message, help_ = f"{error.option_name} needs a value after it", ""
    elif found := re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", error.message, re.DOTALL):
        message, help_ = f'"{found[1]}" is more than the command takes', 'put "..." around words that belong together'
    else:
        message, help_ = _lowered(error.format_message()), ""
    help_ = help_.rstrip(".") + ("" if help_.endswith("?") or not help_ else ";")
    return Diagnostic("wrong-use", message, help=f"{help_} {_more(context)}".strip())


def _missing(error: Any) -> str:
    """The message for a missing argument or option."""
    param = error.param
    name = _name(param) if param else "something"
    metavar = getattr(param, "metavar", None) if name.startswith("-") else None
    about = (getattr(param, "help", "") or "").rstrip(".")
    return f"{name}{f' {metavar}' if metavar else ''} is missing{f': {_lowered(about)}' if about else ''}"


def _example(context: Any) -> str:
    """Help with a sample command line of this command."""
    example = (getattr(context.command, "epilog", "") or "") if context else ""
    return f"for example: {example.removeprefix('Example: ')}" if example else ""


def _unfit(error: Any) -> str:
    """The message for a value that the parameter does not accept."""
    low, high = getattr(error.param.type, "min", None), getattr(error.param.type, "max", None)
    if low is None and high is None:
        return _lowered(error.message).replace("'", '"')
    value = re.match(r"'(.*)' is not a valid|(\S+) is not in the range", error.message, re.DOTALL)
    shown = f'"{value[1] or value[2]}"' if value else "this"
    least, most = (f"{bound:,}".removesuffix(".0") if bound is not None else "" for bound in (low, high))
    reach = f"from {least} to {most}" if least and most else f"of {least} or more" if least else f"of at most {most}"
    return f"{shown} is not a number {reach}"


def _name(param: Any) -> str:
    """A parameter as the user writes it: the longest name of an option, or an argument's placeholder."""
    if param.param_type_name == "option":
        return str(max(param.opts, key=len))
    return (param.metavar or str(param.name).upper()).strip("[]{}.")


def _options(context: Any) -> list[str]:
    return [name for param in context.command.params for name in param.opts if name.startswith("--")] if context else []


def _meant(word: str, known: Any) -> str:
    longer = [name for name in known if len(word) > 4 and word.strip("-") in name]  # "--since" is "--changed-since"
    meant = sorted(longer, key=len) or near(word, known, n=1)
    return f'did you mean "{meant[0]}"?' if meant else ""


def _more(context: Any) -> str:
    """Help that names the command's --help."""
    names: list[str] = []
    while context and context.parent:
        names, context = [str(context.info_name), *names], context.parent
    return f"`{' '.join(['arsenal', *names, '--help'])}` says more"


def _lowered(message: str) -> str:
    """A message of the parser without its capital and full stop, to follow a colon."""
    message = message.removesuffix(".")
    return message[:1].lower() + message[1:]
