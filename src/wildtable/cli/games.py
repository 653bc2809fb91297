"""`wildtable games` and `wildtable rules`: which games there are, what their rules say, and what shows each rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wildtable.cli.common import AnyGame, AsJson, say, say_error, say_json, say_markdown, say_wrapped

if TYPE_CHECKING:
    from wildtable.engine.options import Option
    from wildtable.notation.coverage import Coverage
    from wildtable.notation.rulebook import Rule, RuleBook

RULES_HELP = """Print the rules of a game in our own words, and its options.

With ids it prints these rules, the options that touch each, and the scenarios that show it. With --coverage it runs
the scenarios and lists the rules that none of them shows; the exit code is then 1 if there are any.

\b
Examples:
  wildtable rules wild-apex
  wildtable rules wild-apex WA-31 WA-33
  wildtable rules --coverage
"""


def add_to(app: typer.Typer) -> None:
    app.command("games", short_help="List the games, and how many may play.")(games)
    app.command("rules", help=RULES_HELP)(rules)


def games(as_json: AsJson = False) -> None:
    """List the games: how many may play, how many rules and options each has."""
    from wildtable.games import games as all_games
    from wildtable.games import unplayable
    from wildtable.notation.rulebook import rule_book

    for why in unplayable().values():
        say_error(why)
    found = [(game, len(rule_book(game).rules)) for game in all_games()]
    if as_json:
        say_json(
            [
                {
                    "id": game.id,
                    "title": game.title,
                    "fewest_seats": game.fewest_seats,
                    "most_seats": game.most_seats,
                    "rules": count,
                    "options": [option.name for option in game.options],
                    "summary": game.summary,
                }
                for game, count in found
            ]
        )
        return
    for game, count in found:
        say_wrapped(
            f"{game.id}  {game.title}, {game.fewest_seats} to {game.most_seats} players, {count} rules, "
            f"{len(game.options)} options",
            hanging="  ",
        )
        say_wrapped(game.summary, "  ")
    say()
    say_wrapped("`wildtable play GAME` plays one, `wildtable rules GAME` tells its rules and options.")


def rules(
    game_id: Annotated[str | None, typer.Argument(metavar="GAME", help="Such as wild-apex.")] = None,
    rule_ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Rules, such as WA-31.")] = None,
    scenarios: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where scenario files lie; else tests/scenarios/GAME.")
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="List the rules that no scenario shows.")] = False,
) -> None:
    from wildtable.errors import NotationError
    from wildtable.games import game as find_game
    from wildtable.games import games as all_games
    from wildtable.notation.coverage import folder_of, scenarios_by_rule
    from wildtable.notation.rulebook import rule_book

    if coverage:
        if rule_ids:
            raise NotationError("--coverage looks at all rules of a game: name no rule with it")
        report_coverage([find_game(game_id)] if game_id else all_games(), scenarios)
        return
    if game_id is None:
        raise NotationError("say which game's rules, such as `wildtable rules wild-apex`; `wildtable games` lists them")
    game = find_game(game_id)
    book = rule_book(game)
    if not rule_ids:
        say_book(game, book)
        return
    chosen = [book.rule(rule_id) for rule_id in rule_ids]
    folder = folder_of(game, scenarios)
    shown = scenarios_by_rule(game, folder) if folder is not None else {}
    for number, rule in enumerate(chosen):
        if number:
            say()
        say_rule_in_full(game, rule, shown.get(rule.id, []), folder)


def say_book(game: AnyGame, book: RuleBook) -> None:
    say(f"{book.title}: {len(book.rules)} rules")
    say()
    say_markdown(book.intro)
    for chapter in book.chapters:
        say()
        say()
        say(chapter.title.upper())
        if chapter.text:
            say()
            say_markdown(chapter.text)
        for rule in chapter.rules:
            say()
            say_rule(rule)
    say()
    say()
    say("OPTIONS")
    for option in game.options:
        say()
        say_option(game, option)


def say_rule(rule: Rule) -> None:
    say(f"{rule.id} {rule.title}")
    say_markdown(rule.text, "  ")
    if rule.ruling:
        say_markdown("Ruling: " + rule.ruling, "  ")


def say_option(game: AnyGame, option: Option) -> None:
    cited = ", ".join(game.rule_id(number) for number in option.rules)
    say(f"{option.name} ({cited})")
    say_wrapped(option.sentence, "  ")
    say_wrapped(f"{option.range_text}; usually {option.usual}", "  ")


def say_rule_in_full(game: AnyGame, rule: Rule, shown: list[tuple[Path, str]], folder: Path | None) -> None:
    say_rule(rule)
    options = [option for option in game.options if game.rule_number(rule.id) in option.rules]
    if options:
        say("Options that touch it:")
        for option in options:
            say_wrapped(f"{option.name}: {option.sentence} Usually {option.usual}.", "  ", "    ")
    if shown:
        say("Scenarios that show it:")
        for path, title in shown:
            say_wrapped(f"{path}: {title}", "  ", "    ")
    elif folder is not None:
        say(f"No scenario in {folder} shows it.")


def report_coverage(of: list[AnyGame], scenarios: Path | None) -> None:
    from wildtable.errors import NotationError
    from wildtable.notation.coverage import FOLDER, cover, folder_of

    complete = True
    for number, game in enumerate(of):
        folder = folder_of(game, scenarios)
        if folder is None:
            raise NotationError(
                f"there is no folder {FOLDER / game.id} here: say where the scenarios lie with --scenarios FOLDER"
            )
        if number:
            say()
        coverage = cover(game, folder)
        say_coverage(coverage)
        complete = complete and coverage.complete
    if not complete:
        raise typer.Exit(1)


def say_coverage(coverage: Coverage) -> None:
    from wildtable.notation.rulebook import rule_book

    book = rule_book(coverage.game)
    scenarios = f"{coverage.files} scenario{'s' if coverage.files != 1 else ''}"
    say_wrapped(
        f"{coverage.game.title}: {len(coverage.shown)} of {len(book.rules)} rules are shown by the {scenarios} in "
        f"{coverage.folder}."
    )
    if coverage.failed:
        say("These do not hold or cannot be read, and so show nothing; `wildtable check` tells why:")
        for path in coverage.failed:
            say(f"  {path}")
    if coverage.unknown:
        say("These name what is no rule of the game:")
        for path, rule_id in coverage.unknown:
            say(f"  {rule_id}: {path}")
    if coverage.without_scenario:
        say("No scenario names these rules:")
        for rule_id in coverage.without_scenario:
            say(f"  {rule_id} {book.rules[rule_id].title}")
    if coverage.never_cited:
        say("Named, but cited by no event and no refusal of the scenarios that name them:")
        for rule_id, paths in coverage.never_cited:
            say_wrapped(f"{rule_id} {book.rules[rule_id].title}: {', '.join(map(str, paths))}", "  ", "    ")
