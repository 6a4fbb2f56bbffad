"""Who follows whom, and who blocks whom."""

from collections.abc import Iterable
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.db.models import QuerySet

from accounts.models import Block, Follow, User


def follow(person: User, other: User) -> None:
    Follow.objects.get_or_create(follower=person, followed=other)


def unfollow(person: User, other: User) -> None:
    Follow.objects.filter(follower=person, followed=other).delete()


def block(person: User, other: User) -> None:
    Block.objects.get_or_create(blocker=person, blocked=other)


def unblock(person: User, other: User) -> None:
    Block.objects.filter(blocker=person, blocked=other).delete()


def follows(person: User, other: User) -> bool:
    return Follow.objects.filter(follower=person, followed=other).exists()


def has_blocked(person: User, other: User) -> bool:
    return Block.objects.filter(blocker=person, blocked=other).exists()


def blocks_among(ids: Iterable[UUID]) -> set[frozenset[UUID]]:
    """The pairs of these people of whom one blocks the other, whichever it is; in one query."""
    people = set(ids)
    rows = Block.objects.filter(blocker__in=people, blocked__in=people)
    return {frozenset(pair) for pair in rows.values_list("blocker_id", "blocked_id")}


def share_address(one: UUID, other: UUID) -> bool:
    """Whether both are signed in from one network address now, as a household may be. It is not kept."""
    addresses = UserSession.objects.filter(user=one).values("ip")
    return bool(UserSession.objects.filter(user=other, ip__in=addresses).exists())


def forget(person: User) -> None:
    """All of it that names this person."""
    rows: tuple[QuerySet[Follow] | QuerySet[Block], ...] = (
        person.follows.all(),
        person.followed_by.all(),
        person.blocks.all(),
        person.blocked_by.all(),
    )
    for each in rows:
        each.delete()
