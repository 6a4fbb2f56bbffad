"""End a running match for a fault of the server: it counts for nobody."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import play
from games.errors import Refused
from games.rules.commands import EndMatch
from games.rules.errors import RuleViolation


class Command(BaseCommand):
    help = "End a running match with the reason `voided`: no rating, no statistics, no strike."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=UUID)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = play.execute(options["match"], lambda _: EndMatch("voided"))
        except (Refused, RuleViolation) as refusal:
            raise CommandError(str(refusal) or refusal.code) from None
        self.stdout.write(f"voided at event {done.seq}")
