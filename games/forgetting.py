"""What goes with an account that is deleted: messages, and the name of who reported somebody."""

from accounts import registration
from accounts.models import User
from games.models import Message, Report


def forget(person: User) -> None:
    Message.objects.filter(person=person).delete()
    Report.objects.filter(reporter=person).update(reporter=None)


registration.GOES_ALONG.append(forget)
