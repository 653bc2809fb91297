"""One run of the lab in a process of its own: what is wanted comes as one line of JSON, and lines of JSON go out.

So it takes no time from the tables of a server: the process is nice to the others, does with one core, and is simply
ended if nobody waits for it any more. It ends by itself when its time is used up, with what it has.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import sys
import time
from typing import Any

NICE = 10
PATIENCE = 3.0  # seconds by the clock for each second of computing: others may be using the machine
SPARE = 5  # seconds of computing after which the system ends a process that does not end by itself
TELL = 0.2  # seconds between two lines of progress


class Allowance:
    """So many seconds of computing, from now on."""

    def __init__(self, seconds: float) -> None:
        self.computing = time.process_time() + seconds
        self.clock = time.monotonic() + PATIENCE * seconds

    def is_used_up(self) -> bool:
        return time.process_time() >= self.computing or time.monotonic() >= self.clock


class Progress:
    """Tells how many matches of a variant are done, from time to time."""

    def __init__(self, variant: int) -> None:
        self.variant = variant
        self.told = 0.0

    def tell(self, games: int) -> None:
        if time.monotonic() >= self.told + TELL:
            self.told = time.monotonic()
            say({"type": "progress", "variant": self.variant, "games": games})


def say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def run(wanted: dict[str, Any]) -> None:
    """Simulate each variant, the second with the next seed, so that the two share no match."""
    from wildtable.games import game as find_game
    from wildtable.lab.compare import compare
    from wildtable.lab.simulate import plan, simulate

    game = find_game(wanted["game"])
    results = []
    for number, options in enumerate(wanted["variants"]):
        what = plan(game, wanted["seats"], wanted["games"], wanted["seed"] + number, options, wanted["players"])
        allowance = Allowance(wanted["seconds"] / len(wanted["variants"]))
        result = simulate(what, 1, Progress(number).tell, allowance.is_used_up)
        told = result.as_json()
        del told["speed"]
        say({"type": "result", "variant": number, "command": command(result) if result.games else None, "result": told})
        results.append(result)
    if len(results) == 2:
        say({"type": "difference", "difference": compare(*results)})


def command(result: Any) -> str:
    """The words that give the same figures in a terminal."""
    from wildtable.engine.options import assignments, changed

    what = result.plan
    usual = what.game.settle_options(what.seats, what.game.simulation)
    players = what.players[:1] if len(set(what.players)) == 1 else what.players
    words = ["wildtable", "simulate", what.game.id, "--seats", str(what.seats), "--players", ",".join(players)]
    words += ["--games", str(result.games), "--seed", str(what.seed)]
    for text in assignments(changed(what.options, usual)):
        words += ["--option", text]
    return shlex.join(words)


def main() -> None:
    os.nice(NICE)
    wanted = json.loads(sys.stdin.readline())
    seconds = int(time.process_time() + wanted["seconds"]) + SPARE
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    try:
        run(wanted)
    except BrokenPipeError:  # nobody waits for it any more
        os._exit(0)


if __name__ == "__main__":
    main()
