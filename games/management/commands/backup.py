"""Write the database to a file, and note that it was done."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.models import Heartbeat
from tarneeb_site import backups


class Command(BaseCommand):
    help = f"Write a dump of the database into a directory; after {backups.KEPT_DAYS} days it goes."

    def add_arguments(self, parser: CommandParser) -> None:
        default = settings.VAR_DIR / "backups"
        parser.add_argument("directory", type=Path, nargs="?", default=default, help=f"default: {default}")

    def handle(self, *args: Any, **options: Any) -> None:
        directory, now = options["directory"], timezone.now()
        try:
            file = backups.backup(directory, now)
        except (backups.Failed, OSError) as error:
            raise CommandError(str(error)) from error
        Heartbeat.beat("backup")
        for old in backups.forget_old(directory, now, backups.KEPT_DAYS):
            self.stdout.write(f"deleted {old}")
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")
