"""Write every finished public match to files, one a month."""

from functools import partial
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games import dumps
from games.locks import alone

LOCK: Final = 0x7A_D0B5


class Command(BaseCommand):
    help = (
        "Write the finished public matches to DIR as compressed NDJSON, one file a month, with SHA256SUMS. "
        "An interrupted run goes on where it was; a month that is over is not written again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("directory", type=Path, metavar="DIR")

    def handle(self, *args: Any, **options: Any) -> None:
        directory: Path = options["directory"]
        directory.mkdir(parents=True, exist_ok=True)
        with alone(LOCK) as is_alone:
            if not is_alone:
                raise CommandError("matches are being exported elsewhere: try again")
            self._write(directory, quietly=options["verbosity"] == 0)

    def _write(self, directory: Path, *, quietly: bool) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, disable=quietly) as progress:
            for month in dumps.missing(directory):
                task = progress.add_task(f"{month.start:%Y-%m}", total=month.matches.count())
                dumps.write(directory, month, partial(progress.advance, task))
        dumps.write_sums(directory)
