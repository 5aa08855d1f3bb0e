"""The command `arsenal`, and `python -m builder`: signals and standard streams are made ready before all else.

Whatever asks the command to end (Ctrl-C, SIGTERM, a closed terminal) ends it as Ctrl-C does in Python: by an exception,
so that child processes are ended, and temporary folders and half-written files removed. While the command line is
being imported, the slowest part of the start, there are none of those yet, and the system may end it.
"""

import _signal  # type: ignore[import-not-found]  # comes first: until the lines below, Ctrl-C shows a traceback

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # a shell has it ignored in the background
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import NoReturn

_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
SECONDS = 5.0  # for clearing away; after that the command ends in any case
_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))

_ended_by: int | None = None
_is_over = False  # the command has done its work; signals are ignored from now on


def main() -> "NoReturn":
    """The `arsenal` command."""
    global _is_over
    _open_streams()
    from builder.cli import main as run

    try:
        try:
            for number in _ENDING:
                if signal.getsignal(number) == signal.SIG_DFL:
                    signal.signal(number, _end)
            run()
        finally:
            _is_over = True
    except BaseException as error:  # noqa: BLE001 - a fault of ours is raised again
        code = _code_of(error)
    else:
        code = 0
    _clear_away()
    for number in _ENDING:  # from here on there is nothing to clear away
        if signal.getsignal(number) == _end:
            signal.signal(number, signal.SIG_DFL)
    if _ended_by is not None and code == 128 + signal.SIGINT:
        code = 128 + _ended_by
    _close_streams()
    sys.exit(code if isinstance(code, int | None) else 1)


def _code_of(error: BaseException) -> object:
    """The exit code of a command that this error ended. Raises the error again where it is a fault of ours."""
    if isinstance(error, SystemExit):
        return error.code
    if isinstance(error, OSError):  # nobody reads the output
        return 1
    if isinstance(error, KeyboardInterrupt) or _ended_by is not None:  # or what an interrupted library makes of it
        return 128 + signal.SIGINT
    raise error


def _end(number: int, _: "FrameType | None") -> None:
    """End the command as soon as all is cleared away; a second Ctrl-C does not wait for that."""
    global _ended_by
    if _is_over:
        return
    _ended_by = number
    for other in _ENDING:
        if signal.getsignal(other) == _end:
            signal.signal(other, signal.SIG_DFL if other == signal.SIGINT else signal.SIG_IGN)
    if number != signal.SIGINT and number != signal.SIGTERM:  # the terminal is gone: writing to it would be an error
        _to_nowhere(1)
        _to_nowhere(2)
    from threading import Timer

    late = Timer(SECONDS, _give_up)  # the exception may come while a lock is taken, and leave others waiting for it
    late.daemon = True
    late.start()
    sys.unraisablehook = _lost
    raise KeyboardInterrupt


def _lost(unraisable: "UnraisableHookArgs") -> None:
    """Raise KeyboardInterrupt once more: Python drops an exception that comes while an object is being deleted."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    from threading import Timer, get_ident

    signal.signal(signal.SIGTERM, _again)
    if hasattr(signal, "pthread_kill"):  # also wakes a thread that waits
        once_more = Timer(0.01, signal.pthread_kill, (get_ident(), signal.SIGTERM))
    else:
        once_more = Timer(0.01, signal.raise_signal, (signal.SIGTERM,))
    once_more.daemon = True
    once_more.start()


def _again(number: int, _: "FrameType | None") -> "NoReturn":
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _give_up() -> None:
    _clear_away()
    os._exit(128 + (_ended_by or 0))


def _clear_away() -> None:
    """Remove unfinished files: the interrupt may have come just before they would have been removed."""
    if "builder.storage.locks" in sys.modules:
        from builder.storage.locks import clear_away
        from builder.storage.staging import PLAN

        clear_away(but_with=PLAN)


def _open_streams() -> None:
    """Connect streams that were closed before the start to nowhere, so that no file of ours gets their number."""
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            _to_nowhere(number)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _close_streams() -> None:
    """Write what is still to be written, if anybody reads it."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        try:
            getattr(sys, name).flush()
        except (OSError, ValueError):
            _to_nowhere(number)


def _to_nowhere(number: int) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        if nowhere == number:
            os.set_inheritable(number, True)
        else:
            os.dup2(nowhere, number)
            os.close(nowhere)
    except OSError:
        pass


if __name__ == "__main__":
    main()
