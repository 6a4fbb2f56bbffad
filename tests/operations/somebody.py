"""A person of whom there is a row of every kind that docs/personal-data.md names."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from accounts.models import Application, Block, Follow, Grant, ModerationAction, Notice, Scope, User
from games.contract.table import Action
from games.models import (
    Flag,
    Match,
    MatchSeat,
    Message,
    Pace,
    Problem,
    ProblemAttempt,
    ProblemRating,
    Report,
    Strike,
)


def leave_traces(person: User, other: User, match: Match) -> None:
    """What a rated match, which they have played, and a token have not left already."""
    _of_the_account(person)
    _of_staff(person)
    for one, two in ((person, other), (other, person)):
        Follow.objects.create(follower=one, followed=two)
        Block.objects.create(blocker=one, blocked=two)
        Report.objects.create(reporter=one, player=two, match=match, reason=Report.Reason.OTHER)
    Match.objects.filter(pk=match.pk).update(host=person)
    MatchSeat.objects.filter(match=match, seat="N").update(invited=person)
    Strike.objects.create(match=match, person=person, at=timezone.now())
    Message.objects.create(match=match, person=person, seat="N", channel="table", kind="emote", value="smile")
    _of_problems(person, match)
    _of_moderation(person, other, match)


def _of_moderation(person: User, other: User, match: Match) -> None:
    for one, two in ((person, other), (other, person)):
        action = ModerationAction.objects.create(kind="warn", person=one, by=two, reason="other", note="so")
        Notice.objects.create(person=one, action=action)
        Notice.objects.create(person=one, player=two)
        Flag.objects.create(kind="farming", person=one, other=two, evidence={})
    Pace.objects.update_or_create(
        match=match,
        person=person,
        defaults={"at": timezone.now(), "behind": 1, "behind_slow": 0, "level": 1, "level_slow": 0},
    )


def _of_the_account(person: User) -> None:
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    Authenticator.objects.create(user=person, type=Authenticator.Type.RECOVERY_CODES, data={})
    UserSession.objects.create(user=person, ip="192.0.2.1", user_agent="a browser", session_key="k")
    application = Application.objects.create(owner=person, name="theirs", redirect_uris=[])
    Grant.objects.create(
        application=application, user=person, scopes=[Scope.READ], code_digest="d", code_challenge="c"
    )


def _of_staff(person: User) -> None:
    kind = ContentType.objects.get_for_model(User)
    person.groups.add(Group.objects.get(name="moderators"))
    person.user_permissions.add(Permission.objects.filter(content_type=kind).first())  # type: ignore[arg-type]
    LogEntry.objects.create(
        user=person,
        content_type=kind,
        object_id=str(person.pk),
        object_repr=person.username,
        action_flag=CHANGE,
    )


def _of_problems(person: User, match: Match) -> None:
    action: Action = {"action": "pass"}
    problem = Problem.objects.create(
        match=match,
        seq=9,
        deal_seq=6,
        kind="card",
        seat="N",
        ruleset_id="levant-41",
        choices=[],
        best=action,
        missed_by=[],
        mu=25,
        sigma=5,
    )
    ProblemAttempt.objects.create(
        problem=problem, person=person, action=action, solved=False, before_mu=25, after_mu=24
    )
    ProblemRating.objects.create(person=person, mu=24, sigma=8, attempts=1)
