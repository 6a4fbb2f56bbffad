"""`manage.py note_success backup`: something done from outside has just succeeded, as alerts want to know."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import Heartbeat


class Command(BaseCommand):
    help = "Note that a piece of regular work has just succeeded; alerts go by it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("work", choices=["backup"])

    def handle(self, *args: Any, **options: Any) -> None:
        Heartbeat.beat(options["work"])
