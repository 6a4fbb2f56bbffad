"""`manage.py arena A B`: two levels of bots play duplicate deals, and how far apart they are is printed."""

import json
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from games import bots
from games.arena import Bout, Record, play_bout, summary
from games.rules.ruleset import PRESETS


class Command(BaseCommand):
    help = "Duplicate deals between two levels of bots, seats swapped; a FILE of it is gone on with."

    def add_arguments(self, parser: ArgumentParser) -> None:
        levels = bots.LEVELS
        parser.add_argument("a", choices=levels)
        parser.add_argument("b", choices=levels)
        parser.add_argument("--preset", choices=PRESETS, default="levant-41")
        parser.add_argument("--deals", type=int, default=400)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--json", type=Path, help="where every deal is kept as it is played")
        parser.add_argument("--jobs", type=int, default=2, help="processes")

    def handle(self, *args: Any, **options: Any) -> None:
        bout = Bout(options["a"], options["b"], options["preset"], options["seed"])
        records = self._kept(options["json"], bout)
        missing = [number for number in range(options["deals"]) if number not in records]
        with ProcessPoolExecutor(options["jobs"]) as pool, Progress(disable=not missing) as progress:
            task = progress.add_task(f"{bout.a} against {bout.b}, {bout.preset}", total=len(missing))
            for future in as_completed(pool.submit(play_bout, bout, number) for number in missing):
                record = future.result()
                records[record.number] = record
                progress.advance(task)
                if options["json"]:
                    with options["json"].open("a") as file:
                        file.write(json.dumps(record.as_dict()) + "\n")
        played = [records[number] for number in range(options["deals"])]
        Console(width=100, highlight=False).print(summary(bout, played))

    def _kept(self, path: Path | None, bout: Bout) -> dict[int, Record]:
        """The deals that a file holds already; a file of another bout is refused."""
        if path is None:
            return {}
        if not path.exists():
            path.write_text(json.dumps(bout._asdict()) + "\n")
        head, *lines = path.read_text().splitlines(keepends=True)
        if json.loads(head) != bout._asdict():
            raise CommandError(f"{path} is of another bout: {head.strip()}")
        whole = [line for line in lines if line.endswith("}\n")]
        if whole != lines:  # the last was cut off, and what follows would be written behind it
            path.write_text(head + "".join(whole))
        records = [Record.from_dict(json.loads(line)) for line in whole]
        return {record.number: record for record in records}
