"""Delete accounts by id: after a restore those which had been deleted since the backup."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from accounts import registration
from accounts.models import User


class Command(BaseCommand):
    help = "Delete these accounts as their people would; ids of none, or of one that is gone, do no harm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="+", type=UUID, metavar="ID")

    def handle(self, *args: Any, **options: Any) -> None:
        people = User.objects.filter(pk__in=options["ids"], is_active=True)
        for user in people:
            registration.delete(user)
        self.stdout.write(f"{len(people)} accounts deleted")
