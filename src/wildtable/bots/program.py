"""Programs as players: any command that reads and writes lines of JSON can sit down.

A program is told when a match begins (`start`), asked for each of its moves (`move`) and told how the match went
(`end`); it answers `move`, and nothing else, with one line. What it is told is what its seat may know. docs/bots.md has
the lines in full, and a player of forty lines.

A program that ends, takes too long or sends what is no legal move has forfeited the match: `Forfeit` says why. It is
ended then, and started anew for its next match.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from wildtable.bots.sight import Sight
from wildtable.engine.codes import REQUIRED
from wildtable.engine.game import Game, find_choices, seat_letter
from wildtable.errors import NotationError, OptionError, WildtableError
from wildtable.notation.plain import view_in_words

FORMAT = 1
MOVES_LISTED = 200  # more are legal only in a few games at a few moments; a program can find the others itself
USUAL_SECONDS = 5.0  # a move
SECONDS_TO_START = 15.0  # in addition, for the first answer of a process
SECONDS_TO_END = 1.0  # after its input is closed
LONGEST_LINE = 65_536  # bytes of an answer
WORDS_SHOWN = 80  # letters of what it sent, in a sentence


class Forfeit(WildtableError):
    """A program has lost its match by what it did, or did not do."""

    code = "forfeit"


def is_program(name: str) -> bool:
    """Whether a player's name is that of a program: a path (./my_bot) or a command with words (python3 my_bot.py)."""
    return "/" in name or " " in name.strip()


def command_words(name: str) -> list[str]:
    """The command as it is started; OptionError where there is none. A Python file need not be executable."""
    try:
        words = shlex.split(name)
    except ValueError as error:
        raise OptionError(f"the command {name[:WORDS_SHOWN]!r} cannot be read: {error}") from None
    if not words:
        raise OptionError("a program needs a name")
    file = Path(words[0])
    if words[0].endswith(".py") and file.is_file() and not os.access(file, os.X_OK):
        return [sys.executable, *words]
    if shutil.which(words[0]) is None:
        what = "is no program that may be run" if file.exists() else "is not there"
        raise OptionError(f"the player {words[0][:WORDS_SHOWN]!r} {what}")
    return words


class Program:
    """A running program, or one that will be started when it is first needed. Close it at the end."""

    def __init__(self, name: str, seconds: float = USUAL_SECONDS) -> None:
        self.name = name
        self.words = command_words(name)
        self.seconds = seconds
        self.process: subprocess.Popen[bytes] | None = None
        self.fresh = True  # the process has not answered yet
        self.answers = b""  # bytes that it has sent and nobody has read
        self.complaint = b""  # the end of what it wrote on its error output

    # A match

    def begin(self, game: Game[Any, Any], own_seats: Sequence[int], seats: int, options: Mapping[str, Any]) -> None:
        """A match begins, with the program on these seats; Forfeit if it cannot be told."""
        if self.process is None:
            self.start()
        you = [seat_letter(seat) for seat in own_seats]
        told = {"type": "start", "format": FORMAT, "game": game.id, "seats": seats, "you": you}
        self.send({**told, "options": dict(options)})

    def move(self, sight: Sight) -> Any:
        """The move that the program sends; Forfeit if it sends none that the rules allow."""
        listed = list(islice(sight.moves(), MOVES_LISTED + 1))
        answer = self.ask(
            {
                "type": "move",
                "seat": seat_letter(sight.seat),
                "must": sight.which == REQUIRED,
                "moves": [sight.game.move_text(move) for move in listed[:MOVES_LISTED]],
                "all_moves": len(listed) <= MOVES_LISTED,
                "seconds": self.seconds,
                "view": view_in_words(sight.game, sight.view),
            }
        )
        try:
            return self.read_answer(answer, sight)
        except Forfeit:
            self.close()
            raise

    def end(self, told: Mapping[str, Any]) -> None:
        """The match is over. Whether the program still listens makes no difference any more."""
        if self.process is not None:
            with contextlib.suppress(Forfeit):
                self.send({"type": "end", **told})

    def read_answer(self, line: bytes, sight: Sight) -> Any:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Forfeit(f"sent {shown(line)}, which is not JSON") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
            raise Forfeit(f'sent {shown(line)}, which has no "move"')
        text: str = answer["move"]
        try:
            move = sight.game.read_move(text, sight.guess)
        except NotationError as error:
            raise Forfeit(f"sent {shown(text.encode())}: {error}") from None
        choices = find_choices(sight.guess, sight.seat, move)
        if not choices or choices[0] not in sight.guess.choices_of_seat(sight.seat, sight.which):
            number = sight.game.refusal(sight.guess, sight.seat, move)
            by = f" by {sight.game.rule_id(number)}" if number else ""
            raise Forfeit(f"sent {shown(text.encode())}, which is not allowed now{by}")
        return move

    # The process

    def start(self) -> None:
        try:
            self.process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for us, and all that it starts can be ended with it
            )
        except OSError as error:
            raise Forfeit(f"could not be started: {error.strerror or error}") from None
        assert self.process.stdin is not None
        os.set_blocking(self.process.stdin.fileno(), False)
        self.fresh = True
        self.answers = self.complaint = b""

    def close(self) -> None:
        """End the program, kindly where it has time for it."""
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            process.stdin.close()  # type: ignore[union-attr]
        with contextlib.suppress(subprocess.TimeoutExpired):
            if not self.fresh:
                process.wait(SECONDS_TO_END)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    def interrupt(self) -> None:
        """End the process; safe while another thread waits for it."""
        process = self.process
        if process is not None and process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def send(self, message: Mapping[str, Any]) -> None:
        """A line that needs no answer."""
        self.talk(message, lambda: True)

    def ask(self, message: Mapping[str, Any]) -> bytes:
        """A line, and the line that answers it."""
        self.listen(0.0)
        if self.answers:
            self.fail(f"sent {shown(self.answers)} without having been asked")
        self.talk(message, lambda: b"\n" in self.answers)
        line, _, self.answers = self.answers.partition(b"\n")
        self.fresh = False
        return line

    def talk(self, message: Mapping[str, Any], done: Callable[[], bool]) -> None:
        """Send a line, and listen until it is sent and `done`; Forfeit when the time is over."""
        if self.process is None:
            raise Forfeit("is not running")
        unsent = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        limit = self.seconds + (SECONDS_TO_START if self.fresh else 0.0)
        end = time.perf_counter() + limit
        while unsent or not done():
            left = end - time.perf_counter()
            if left <= 0:
                what = "did not answer" if not unsent else "did not read what it was sent"
                self.fail(f"{what} within {limit:g} s")
            unsent = self.listen(left, unsent)

    def listen(self, seconds: float, unsent: bytes = b"") -> bytes:
        """Wait so long at most until the program takes or sends something; what then is still unsent."""
        process = self.process
        if process is None or process.stdin is None or process.stdout is None or process.stderr is None:
            raise Forfeit("is not running")
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if not process.stderr.closed:
                selector.register(process.stderr, selectors.EVENT_READ)
            if unsent:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            ready = {key.fileobj for key, _ in selector.select(seconds)}
        if process.stderr in ready:
            data = os.read(process.stderr.fileno(), 65_536)
            self.complaint = (self.complaint + data)[-2000:]
            if not data:
                process.stderr.close()
        if process.stdin in ready:
            try:
                unsent = unsent[os.write(process.stdin.fileno(), unsent) :]
            except BlockingIOError:
                pass
            except OSError:
                self.fail_by_ending()
        if process.stdout in ready:
            data = os.read(process.stdout.fileno(), 65_536)
            if not data:
                self.fail_by_ending()
            self.answers += data
            if len(self.answers) > LONGEST_LINE:
                self.fail(f"sent more than {LONGEST_LINE:,} bytes, and asked for was one line")
        return unsent

    def fail_by_ending(self) -> None:
        """The program has closed its output, which mostly means that it is at its end."""
        process = self.process
        code: int | None = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(SECONDS_TO_END)
            if process.stderr is not None and not process.stderr.closed:
                os.set_blocking(process.stderr.fileno(), False)
                with contextlib.suppress(OSError):
                    self.complaint = (self.complaint + os.read(process.stderr.fileno(), 65_536))[-2000:]
        how = "closed its output" if code is None else f"ended with code {code}"
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                how = f"was ended by {signal.Signals(-code).name}"
        lines = self.complaint.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        self.fail(how + (f" ({shown(last.encode())})" if last else ""))

    def fail(self, what: str) -> None:
        self.close()
        raise Forfeit(what)


def shown(data: bytes) -> str:
    """What a program sent, in a sentence: short and on one line, whatever it is."""
    text = data.decode(errors="replace").rstrip("\r\n")
    return repr(text if len(text) <= WORDS_SHOWN else text[:WORDS_SHOWN] + "…")
