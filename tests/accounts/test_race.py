"""Many register one name at once: one gets it, the others are told, nobody sees a 500."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Caller


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "email"),
    [("Layla", "{}@example.org"), ("Layla{}", "layla@example.org")],
    ids=["name", "address"],
)
def test_one_gets_it(name: str, email: str) -> None:
    def register(number: int) -> int:
        body = {"username": name.format(number), "email": email.format(number), "password": PASSWORD}
        try:
            return int(Caller()("POST", "accounts/", body).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(register, range(2, 10)))
    assert sorted(statuses) == [201] + [400] * 7
    assert User.objects.count() == 1
