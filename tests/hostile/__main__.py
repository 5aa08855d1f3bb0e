"""Run every attack of `tests.support.attacks` at its full size: how long each takes, and how much memory.

`python -m tests.hostile [WORD]` runs those with the word in their name; `--limit` stops each after so many seconds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from builder.authoring.new import new_game
from tests.support.attacks import ATTACKS, PACK, Attack


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="", help="only attacks with this word in their name")
    parser.add_argument("--limit", type=float, default=60, help="seconds after which an attack is stopped")
    given = parser.parse_args()
    print("| attack | seconds | of the processor | MB | exit code | last line |\n| --- | --- | --- | --- | --- | --- |")
    wrong = 0
    for name, attack in ATTACKS.items():
        if given.word in name:
            seconds, work, peak, code, last = run(attack, given.limit)
            wrong += code not in attack.codes
            shown = f"over {seconds:.0f}" if code is None else f"{seconds:.1f}"
            print(
                f"| {name} | {shown} | {work:.1f} | {peak:.0f} | {'-' if code is None else code} | {last} |", flush=True
            )
    sys.exit(1 if wrong else 0)


def run(attack: Attack, limit: float) -> tuple[float, float, float, int | None, str]:
    """The seconds by the clock and of the processor, the peak in MB, the exit code (None: stopped), the last words."""
    with tempfile.TemporaryDirectory(prefix="arsenal-attack-") as folder:
        here = Path(folder)
        new_game("Moon Duel", here)
        attack.make(here / PACK, attack.size)
        code = (
            "import os, resource, signal, subprocess, sys\n"
            "child = subprocess.Popen(sys.argv[2:], stdout=open('said', 'wb'), stderr=subprocess.STDOUT,"
            " start_new_session=True)\n"
            "try: done = child.wait(float(sys.argv[1]))\n"
            "except subprocess.TimeoutExpired: done = os.killpg(child.pid, signal.SIGKILL) or child.wait() and None\n"
            "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
            "print(used.ru_maxrss // 1024, used.ru_utime + used.ru_stime, done)"
        )
        command = [sys.executable, "-c", code, str(limit), sys.executable, "-m", "builder", *attack.command]
        environment = {**os.environ, "ARSENAL_CACHE": str(here / "cache")}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path.cwd()), environment.get("PYTHONPATH", ""))))
        start = time.monotonic()
        said = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=True).stdout
        seconds = time.monotonic() - start
        peak, work, done = said.split()
        lines = (here / "said").read_bytes()[-2000:].decode("utf-8", "replace").strip().splitlines()
        last = (lines[-1] if lines else "")[:110]
        return seconds, float(work), float(peak), None if done == "None" else int(done), last


if __name__ == "__main__":
    main()
