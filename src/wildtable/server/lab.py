"""The lab over HTTP: simulations in processes of their own, few at once, whose lines are passed on as they come.

A request is a run: it streams progress and results, and whoever ends the request ends the run. So nothing has to be
remembered between two requests, and it does not matter which worker gets them.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from wildtable.engine.game import Game
from wildtable.engine.options import assignments, read_assignments
from wildtable.errors import OptionError
from wildtable.lab.simulate import Plan, plan
from wildtable.server.limits import Address
from wildtable.server.logs import WARNING, note
from wildtable.server.settings import Limits
from wildtable.server.wire_errors import WireError

Level = Literal["random", "brisk", "calm"]

LINES = "application/x-ndjson"
HEADERS = {"X-Accel-Buffering": "no"}  # nginx passes on each line as it comes
MOST_GAMES = 100_000  # of each variant
MOST_SEED = 2**53 - 2  # browsers know no greater whole numbers, and the second variant has the next one
MOST_KEPT = 200  # results that are remembered
MOST_LETTERS = 1024 * 1024  # of a line
CHILD = (sys.executable, "-m", "wildtable.lab.child")
PATIENCE = 10.0  # seconds that a process gets beyond what it allows itself
FAILED = b'{"type":"error","text":"The simulation has failed. This is a fault of the server, not yours."}\n'


class LabWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Matches with `options`, and if `against` is given as many with these. `players` are one for all chairs, or one
    for each."""

    game: str
    seats: Annotated[int, msgspec.Meta(ge=1, le=12)] = 4
    players: Annotated[tuple[Level, ...], msgspec.Meta(min_length=1, max_length=12)] = ("brisk",)
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = 1000
    seed: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)] = 1
    options: dict[str, Any] = {}
    against: dict[str, Any] | None = None


def plans_of(game: Game[Any, Any], wanted: LabWanted) -> list[Plan]:
    """One or two checked plans; WireError says what is wrong."""
    variants = [wanted.options] if wanted.against is None else [wanted.options, wanted.against]
    plans = []
    for number, options in enumerate(variants):
        try:
            what = plan(game, wanted.seats, wanted.games, wanted.seed + number, options, wanted.players)
            check_words(game, options)
        except OptionError as error:
            raise WireError("bad_option", str(error)) from None
        plans.append(what)
    return plans


def check_words(game: Game[Any, Any], options: dict[str, Any]) -> None:
    """OptionError for words that no command line can say, so that nobody could play the same again."""
    for name, value in options.items():
        if isinstance(value, list) and list(read_assignments(game.options, assignments({name: value}))[name]) != value:
            raise OptionError(f"{name}: a word here may hold no comma, and no space at its ends")


class Lab:
    """The simulations of one worker."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.runs: set[Run] = set()
        self.known: OrderedDict[bytes, bytes] = OrderedDict()  # results of whole plans, the last ones asked for

    def answer(self, address: Address, plans: Sequence[Plan]) -> Response:
        """What is known already, or a run; WireError if there can be none now."""
        question = question_of(plans, self.limits.lab_seconds)
        known = self.known.get(question)
        if known is not None:
            self.known.move_to_end(question)
            return Response(known, media_type=LINES)
        if self.limits.lab_runs == 0:
            raise WireError("not_now", "the lab is closed on this server; `wildtable simulate` does the same")
        if address.simulates:
            raise WireError("too_fast", "a simulation from your address is running already: wait for it, or stop it")
        if len(self.runs) >= self.limits.lab_runs:
            raise WireError("try_again", "the lab is busy with the simulations of others; try again in a moment")
        if not address.simulations.take():
            raise WireError("too_fast", "there have been too many simulations from your address; wait a moment")
        run = Run(self, address, question)
        self.runs.add(run)
        address.simulates = True
        return Streamed(run)

    def keep(self, question: bytes, lines: bytes) -> None:
        self.known[question] = lines
        if len(self.known) > MOST_KEPT:
            self.known.popitem(last=False)

    def close(self) -> None:
        for run in self.runs:
            run.end()


def question_of(plans: Sequence[Plan], seconds: float) -> bytes:
    """All that a result depends on, as the process is told it."""
    first = plans[0]
    wanted = {
        "game": first.game.id,
        "seats": first.seats,
        "players": first.players,
        "games": first.games,
        "seed": first.seed,
        "seconds": seconds,
        "variants": [dict(what.options) for what in plans],
    }
    return json.dumps(wanted).encode() + b"\n"


class Run:
    """A simulation in its process."""

    def __init__(self, lab: Lab, address: Address, question: bytes) -> None:
        self.lab = lab
        self.address = address
        self.question = question
        self.process: asyncio.subprocess.Process | None = None

    async def lines(self) -> AsyncIterator[bytes]:
        pipe = asyncio.subprocess.PIPE
        self.process = process = await asyncio.create_subprocess_exec(
            *CHILD, stdin=pipe, stdout=pipe, limit=MOST_LETTERS
        )
        # It ends by itself long before, unless something is wrong with it.
        by = asyncio.get_running_loop().call_later(4 * self.lab.limits.lab_seconds + PATIENCE, self.end)
        results = []
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(self.question)
            process.stdin.close()
            async for line in process.stdout:
                if not line.startswith(b'{"type":"progress"'):
                    results.append(line)
                yield line
            code = await process.wait()
        finally:
            by.cancel()
        if code != 0:
            note("a simulation failed", WARNING, exit_code=code, question=self.question.decode())
            yield FAILED
        elif not any(b'"interrupted":true' in line for line in results):
            self.lab.keep(self.question, b"".join(results))

    def end(self) -> None:
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        """Make room for another one."""
        self.lab.runs.discard(self)
        self.address.simulates = False
        self.end()
        if self.process is not None:
            await self.process.wait()


class Streamed(StreamingResponse):
    """The lines of a run, which ends with it."""

    def __init__(self, run: Run) -> None:
        super().__init__(run.lines(), media_type=LINES, headers=HEADERS)
        self.run = run

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.run.close()
