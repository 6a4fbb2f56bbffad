"""`manage.py seal_factors`: second factors under the present SECRET_KEY, so that an earlier one can go."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.second_factor import sealed_anew


class Command(BaseCommand):
    help = __doc__

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        factors = Authenticator.objects.select_for_update().all()
        for factor in factors:
            factor.data = sealed_anew(factor.data)
            factor.save(update_fields=["data"])
        self.stdout.write(f"{len(factors)} factors are sealed by the present key.")
