"""Put a backup in the place of the database."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tarneeb_site import backups
from tarneeb_site.redis_servers import server


class Command(BaseCommand):
    help = (
        "Restore a dump into a new database, which takes the place of the present one once it is complete. "
        "The service's own is kept under another name, and Redis is emptied. Nothing else may run meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--database",
            default=settings.DATABASES["owner"]["NAME"],
            metavar="NAME",
            help="to try a backup, another than the service's (%(default)s): what has that name is dropped",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file, database = options["file"], options["database"]
        if not file.is_file():
            raise CommandError(f"there is no file {file}")
        try:
            before = backups.restore(file, database, timezone.now())
        except backups.Failed as error:
            raise CommandError(str(error)) from error
        if backups.is_own(database):
            server(settings.REDIS_URL).flushdb()  # tasks, tickets and presence of a time that is no more
        if before is not None:
            self.stdout.write(f"what was there before is called {before}; delete it when nothing is missing")
        self.stdout.write(f"{database} is what {file} holds. Next: migrate, verify_log, rebuild_projections")
