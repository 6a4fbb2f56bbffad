"""Follow and block."""

from collections.abc import Callable
from urllib.parse import quote

import pytest

from accounts import social
from accounts.models import Block, Follow, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

KINDS = pytest.mark.parametrize(("kind", "rows"), [("follow", Follow), ("block", Block)])


@KINDS
def test_it_may_be_repeated(
    layla: User, omar: User, bearer: Callable[..., Caller], kind: str, rows: type[Follow] | type[Block]
) -> None:
    caller = bearer(layla, "account")
    for method, left in (("PUT", 1), ("PUT", 1), ("DELETE", 0), ("DELETE", 0)):
        assert caller(method, f"players/OMAR/{kind}/").status_code == 204
        assert rows.objects.count() == left


@KINDS
@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_whom_one_cannot_name(
    layla: User, omar: User, bearer: Callable[..., Caller], kind: str, rows: type[Follow], method: str
) -> None:
    caller = bearer(layla, "account")
    assert_error(caller(method, f"players/lay1a/{kind}/"), 400, "invalid", "name")
    for name in ("nobody", "%00", "?", "\ud55c\uae00", "x" * 300):
        assert_error(caller(method, f"players/{quote(name)}/{kind}/"), 404, "not_found")
    User.objects.filter(pk=omar.pk).update(is_active=False)
    assert_error(caller(method, f"players/omar/{kind}/"), 404, "not_found")
    assert not rows.objects.exists()


@KINDS
def test_it_needs_the_scope(
    layla: User, omar: User, bearer: Callable[..., Caller], stranger: Caller, kind: str, rows: type[Follow]
) -> None:
    assert_error(bearer(layla, "read", "play")("PUT", f"players/omar/{kind}/"), 403, "scope_required")
    assert_error(stranger("PUT", f"players/omar/{kind}/"), 401, "not_signed_in")


def test_blocks_are_found_whichever_way_they_go(layla: User, omar: User) -> None:
    sami, dina = (User.objects.create_user(name, password=PASSWORD) for name in ("sami", "dina"))
    social.block(layla, omar)
    social.block(sami, layla)
    social.block(dina, sami)
    people = [layla.pk, omar.pk, sami.pk]
    assert social.blocks_among(people) == {frozenset({layla.pk, omar.pk}), frozenset({layla.pk, sami.pk})}
    assert social.blocks_among([omar.pk, sami.pk]) == social.blocks_among([]) == set()


def test_deleting_an_account_takes_all_of_it(layla: User, omar: User, bearer: Callable[..., Caller]) -> None:
    for one, other in ((layla, omar), (omar, layla)):
        social.follow(one, other)
        social.block(one, other)
    assert bearer(layla, "account")("DELETE", "account/", {"password": PASSWORD}).status_code == 204
    assert not Follow.objects.exists()
    assert not Block.objects.exists()
