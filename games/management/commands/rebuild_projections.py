"""Make match rows, ratings, statistics and strikes anew from the log; tell what differed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import track

from games import rebuild


class Command(BaseCommand):
    help = "Rebuild every projection from the event log. Fails if anything differed; the rebuilt rows stay."

    def handle(self, *args: Any, **options: Any) -> None:
        progress = iter(track(range(rebuild.steps()), "matches", disable=options["verbosity"] == 0))
        try:
            differences = rebuild.rebuild(lambda: next(progress, None))
        except rebuild.Busy:
            raise CommandError("matches are being counted elsewhere: try again") from None
        except rebuild.LogCutShort as cut:
            raise CommandError(f"{cut}: is a partition of the log detached? Nothing was changed") from None
        next(progress, None)
        for difference in differences:
            self.stderr.write(difference)
        if differences:
            raise CommandError(f"{len(differences)} differences")
        self.stdout.write("the rows are what the log says")
