"""What an account's changes mean here: what goes with a deleted one, and which may not become a bot's."""

from accounts import registration
from accounts.models import User
from games.models import MatchSeat, Message, ProblemAttempt, ProblemRating, Report


def forget(person: User) -> None:
    Message.objects.filter(person=person).delete()
    ProblemAttempt.objects.filter(person=person).delete()
    ProblemRating.objects.filter(person=person).delete()
    Report.objects.filter(reporter=person).update(reporter=None)


registration.GOES_ALONG.append(forget)


def has_played(person: User) -> bool:
    """Or sits at a table by now."""
    return MatchSeat.objects.filter(person=person).exists()


registration.HAS_PLAYED.append(has_played)
