"""What a person wants to see of their own matches."""

from typing import Final
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import ruletexts
from games.models import Match, MatchSeat, PlayedMatch
from games.rules.ruleset import PRESETS

Choices = list[tuple[str, str | Promise]]
_ANY: Final = ("", _("Any"))


def _presets() -> Choices:
    return [_ANY, *((preset, ruletexts.preset_name(preset)) for preset in PRESETS)]


class MatchFilter(forms.Form):
    """The page's query. What cannot be read is told, and narrows nothing."""

    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[_ANY, ("open", _("Open")), ("live", _("Running")), ("finished", _("Finished"))],
    )
    ruleset = forms.ChoiceField(label=_("Rules"), required=False, choices=_presets)
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[_ANY, ("rated", _("Ranked")), ("casual", _("Casual"))]
    )
    result = forms.ChoiceField(
        label=_("Result"), required=False, choices=[_ANY, ("won", _("Won")), ("lost", _("Lost"))]
    )
    name = forms.CharField(
        label=_("With or against"),
        required=False,
        max_length=20,
        widget=forms.TextInput({"dir": "auto", "autocomplete": "off"}),
    )

    def narrowed(self, rows: QuerySet[Match], person: UUID) -> QuerySet[Match]:
        """Those of the person's matches that are asked for."""
        self.is_valid()
        wanted = {field: value for field, value in self.cleaned_data.items() if value}
        if "status" in wanted:
            rows = rows.filter(status=wanted["status"])
        if "ruleset" in wanted:
            rows = rows.filter(ruleset_id=wanted["ruleset"])
        if "kind" in wanted:
            rows = rows.filter(rated=wanted["kind"] == "rated")
        if "result" in wanted:
            played = PlayedMatch.objects.filter(person=person, won=wanted["result"] == "won")
            rows = rows.filter(pk__in=played.values("match"))
        if "name" in wanted:
            named = MatchSeat.objects.filter(person__username__icontains=wanted["name"])
            rows = rows.filter(pk__in=named.exclude(person=person).values("match"))
        return rows
