"""Seeks as their people know them: made, accepted, polled, withdrawn."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, cast
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import emails, social, standing
from accounts.models import ModerationAction, User
from games import notify, tables, wire
from games.contract.bodies import Seek as SeekBody
from games.contract.bodies import SeekStatus
from games.contract.frames import SeekFrame
from games.errors import (
    AlreadySeeking,
    EmailUnconfirmed,
    Forbidden,
    Invalid,
    NoSuchSeek,
    OneRatedMatch,
    RankedBan,
    RankedPaused,
)
from games.models import Match, MatchSeat, Seek, Seeker, Strike
from games.ratings.strikes import paused_until
from games.rules.ruleset import PRESETS

LASTS: Final = timedelta(minutes=10)
CLOCKS: Final = tuple(name for name, clock in tables.CLOCKS.items() if clock is not None)


@transaction.atomic
def create(
    owner: User,
    rulesets: Sequence[str],
    rated: bool,
    clocks: Sequence[str],
    partner: User | None,
    client_seed: str,
) -> Seek:
    """A seek that waits from now on, or once the partner accepts. Raises Refused."""
    open_to = settings.RANKED_RULESETS if rated else PRESETS
    if not rulesets or any(name not in open_to for name in rulesets):
        raise Invalid("rulesets")
    if partner is not None and not _may_be_partners(owner, partner, rated):
        raise Invalid("partner")
    _check(owner, rated)
    now = timezone.now()
    seek = Seek.objects.create(
        rated=rated,
        rulesets=list(dict.fromkeys(rulesets)),
        clocks=list(dict.fromkeys(clocks)),
        created_at=now,
        expires_at=now + LASTS,
        queued_at=now if partner is None else None,
    )
    _add(seek, owner, now, is_owner=True, client_seed=client_seed)
    if partner is not None:
        Seeker.objects.create(
            seek=seek, person=partner, is_owner=False, accepted=False, active=False, seen_at=now
        )
    tell(seek)
    return seek


@transaction.atomic
def accept(seek_id: UUID, person: User, client_seed: str) -> Seek:
    """The partner is ready: the pair waits from now on. Accepting twice is as good as once."""
    seek = _locked(seek_id, person)
    seeker = seek.seekers.get(person=person)
    if seeker.accepted:
        return seek
    if seek.status != Seek.Status.WAITING:
        raise NoSuchSeek
    _check(person, seek.rated)
    seeker.delete()
    now = timezone.now()
    _add(seek, person, now, is_owner=False, client_seed=client_seed)
    seek.queued_at = now
    seek.save(update_fields=["queued_at"])
    tell(seek)
    return seek


@transaction.atomic
def poll(seek_id: UUID, person: User) -> Seek:
    """How it stands; whoever asks is still here."""
    seek = Seek.objects.filter(pk=seek_id, seekers__person=person).first()
    if seek is None:
        raise NoSuchSeek
    seek.seekers.filter(person=person).update(seen_at=timezone.now())
    return seek


@transaction.atomic
def withdraw(seek_id: UUID, person: User) -> Seek:
    """By either of a pair, also instead of accepting. What is over stays as it is."""
    seek = _locked(seek_id, person)
    if seek.status == Seek.Status.WAITING:
        end([seek], Seek.Status.CANCELLED)
    return seek


def end(seeks: Sequence[Seek], status: str, match_id: UUID | None = None) -> None:
    """Let waiting seeks, whose rows are locked, go."""
    for seek in seeks:
        seek.status, seek.match_id = status, match_id
    Seek.objects.bulk_update(seeks, ["status", "match"])
    Seeker.objects.filter(seek__in=seeks).update(active=False)
    for seek in seeks:
        tell(seek)


def wait_again(seek: Seek) -> None:
    """Behind a match that came to nothing: in the old place, if nobody of it seeks elsewhere by now."""
    now = timezone.now()
    seek.status, seek.match_id, seek.expires_at = Seek.Status.WAITING, None, now + LASTS
    try:
        with transaction.atomic():
            seek.save(update_fields=["status", "match", "expires_at"])
            seek.seekers.update(active=True, seen_at=now)
    except IntegrityError:  # somebody of it has a new seek
        return
    tell(seek)


def check_ranked(person: User) -> None:
    """Raises Forbidden for a guest, RankedBan, EmailUnconfirmed, RankedPaused while strikes pause it."""
    if not _may_play_ranked(person):
        raise Forbidden
    banned_until = standing.closed(person, ModerationAction.Kind.BAN_RANKED)
    if banned_until is not None:
        raise RankedBan(standing.end_of(banned_until))
    if not emails.is_confirmed(person):
        raise EmailUnconfirmed
    until = paused_until(Strike.objects.filter(person=person).values_list("at", flat=True))
    if until is not None and until > timezone.now():
        raise RankedPaused(until)


def _may_play_ranked(person: User) -> bool:
    return person.is_active and not person.is_guest


def _may_be_partners(owner: User, partner: User, rated: bool) -> bool:
    apart = partner == owner or social.blocks_among([owner.pk, partner.pk])
    may_play = not rated or (_may_play_ranked(partner) and partner.kind == owner.kind)
    return not apart and partner.is_active and may_play


def _check(person: User, rated: bool) -> None:
    """One seek and one running rated match a person, ten casual tables. Locks the person's row."""
    if rated:
        check_ranked(person)
    tables.lock_person(person)
    if Seeker.objects.filter(person=person, active=True).exists():
        raise AlreadySeeking
    if not rated:
        tables.check_casual_tables(person)
    elif playing_rated([person.pk]):
        raise OneRatedMatch


def playing_rated(people: Sequence[UUID]) -> set[UUID]:
    """Who of them sits at a rated match that runs, or may come back to one."""
    seats = MatchSeat.objects.filter(Q(forfeited=False) | Q(reclaimable=True), person__in=people)
    running = seats.filter(match__rated=True).exclude(match__status=Match.Status.FINISHED)
    return {id_ for id_ in running.values_list("person", flat=True) if id_}


def _add(seek: Seek, person: User, now: datetime, *, is_owner: bool, client_seed: str) -> None:
    try:
        with transaction.atomic():
            Seeker.objects.create(
                seek=seek,
                person=person,
                is_owner=is_owner,
                accepted=True,
                active=True,
                client_seed=client_seed,
                seen_at=now,
            )
    except IntegrityError:
        raise AlreadySeeking from None


def _locked(seek_id: UUID, person: User) -> Seek:
    """The seek, if it is this person's. Raises NoSuchSeek."""
    seek = Seek.objects.select_for_update(no_key=True).filter(pk=seek_id).first()
    if seek is None or not seek.seekers.filter(person=person).exists():
        raise NoSuchSeek
    return seek


def tell(seek: Seek) -> None:
    """On commit, to the sockets of its people."""
    people = list(seek.seekers.values_list("person", flat=True))
    body: SeekFrame = {"type": "seek", "seek": described(seek)}

    def ring() -> None:
        for person in people:
            notify.tell(person, body)
            if seek.status == Seek.Status.MATCHED:
                notify.tell(person, {"type": "paired", "match": str(seek.match_id)})

    transaction.on_commit(ring, robust=True)


def described(seek: Seek) -> SeekBody:
    """The body of GET `seeks/{id}/`."""
    names = {seeker.is_owner: seeker for seeker in seek.seekers.select_related("person")}
    partner = names.get(False)
    return {
        "id": str(seek.pk),
        "status": cast(SeekStatus, seek.status),
        "match": str(seek.match_id) if seek.match_id else None,
        "rated": seek.rated,
        "rulesets": seek.rulesets,
        "clocks": seek.clocks,
        "owner": names[True].person.username,
        "partner": partner.person.username if partner else None,
        "accepted": partner is None or partner.accepted,
        "created_at": wire.moment(seek.created_at),
    }


def open_seeks(person: UUID) -> list[SeekBody]:
    """The seeks that a person waits with, or is asked to accept."""
    seeks = Seek.objects.filter(status=Seek.Status.WAITING, seekers__person=person)
    return [described(seek) for seek in seeks.order_by("created_at")]
