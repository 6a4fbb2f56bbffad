"""Have bots play matches, and make problems of them: a fresh installation has none."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.problems import choosing, making, rehearsing
from games.solver import dds


class Command(BaseCommand):
    help = (
        "Bots play public matches, in which problems are looked for: one or two a match, half a minute each. "
        "The seed says by which rules who plays and what the search looks at, not the cards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--matches", type=int, default=10, metavar="N")
        parser.add_argument("--seed", default="1", metavar="S")

    def handle(self, *args: Any, **options: Any) -> None:
        if dds.library_path() is None:
            raise CommandError("there is no double-dummy solver here, and without one no problems")
        made = 0
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, disable=options["verbosity"] == 0) as progress:
            task = progress.add_task("no problem yet", total=options["matches"])
            for number in range(options["matches"]):
                made += self._made(f"{options['seed']} {number}")
                progress.update(task, advance=1, description=f"{made} problems")
        choosing.fix_daily()
        self.stdout.write(f"{made} problems")

    def _made(self, seed: str) -> int:
        match_id = rehearsing.play_match(Random(seed))
        making.put_down(match_id)
        return len(making.search_with_solver(match_id, seed, lambda: False))
