"""The queue of moderators."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Case(User):
    """A person of whom there are reports or flags: an entry of the queue, with rows of its own nowhere."""

    class Meta:
        proxy = True
        default_permissions = ("view",)
        verbose_name = _("case")
        verbose_name_plural = _("cases")
