"""Check the event log, and what is made of it."""

from datetime import datetime
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Sum
from django.utils.timezone import is_aware
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games import verification


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if not is_aware(moment):
        raise ValueError(text)
    return moment


class Command(BaseCommand):
    help = (
        "Check of every match the chain of hashes, the order, that the rules give each event, the proof of "
        "each deal, and the rows made of it. Tells what does not hold, and fails if anything does not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--since",
            type=_moment,
            metavar="TIME",
            help="only matches with an event at that time or later, as 2026-11-30T12:00Z",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        matches = verification.changed_since(options["since"])
        columns = (TextColumn("events"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        faults = read = 0
        began = monotonic()
        with Progress(*columns, disable=options["verbosity"] == 0) as progress:
            task = progress.add_task("events", total=matches.aggregate(total=Sum("seq"))["total"] or 0)

            def tell(count: int) -> None:
                nonlocal read
                read += count
                progress.advance(task, count)

            for fault in verification.verify(matches, tell):
                faults += 1
                self.stderr.write(fault)
        seconds = monotonic() - began
        if faults:
            raise CommandError(f"{faults} faults in {read} events")
        self.stdout.write(f"{read} events in order, {read / seconds:.0f} a second")
