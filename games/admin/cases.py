"""The moderators' queue: people with what is open about them, and what is to be done about it."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import standing
from accounts.admin.moderation import WordsForm, found
from accounts.admin.readonly import ReadOnly
from accounts.models import ModerationAction, User
from games import moderation
from games.models import Case, Flag, Report

Kind = ModerationAction.Kind
HOUR: Final = timedelta(hours=1)
LENGTHS: Final = {
    "1": gettext_lazy("an hour"),
    "24": gettext_lazy("a day"),
    "72": gettext_lazy("three days"),
    "168": gettext_lazy("a week"),
    "720": gettext_lazy("thirty days"),
    "": gettext_lazy("for good"),
}
# Each a button. Who is muted for good could as well be banned.
CHOICES: Final = (Kind.DISMISS, Kind.WARN, Kind.MUTE, Kind.BAN_RANKED, Kind.BAN)


class DecisionForm(WordsForm):
    kind = forms.ChoiceField(choices=[(kind.value, kind.label) for kind in CHOICES])
    reason = forms.ChoiceField(label=gettext_lazy("Reason"), choices=ModerationAction.Reason.choices)
    hours = forms.ChoiceField(
        label=gettext_lazy("Mute or ban for"), choices=list(LENGTHS.items()), required=False, initial="24"
    )
    reports = forms.ModelMultipleChoiceField(Report.objects.none(), required=False)
    flags = forms.ModelMultipleChoiceField(Flag.objects.none(), required=False)

    field_order = ("reason", "hours", "message", "note")

    def __init__(self, person: User, *args: Any) -> None:
        super().__init__(*args)
        # Also answered ones: that another was faster is said by the door, not by the form.
        self.fields["reports"].queryset = Report.objects.filter(player=person)  # type: ignore[attr-defined]
        self.fields["flags"].queryset = Flag.objects.filter(person=person)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") == Kind.MUTE and not cleaned.get("hours"):
            self.add_error("hours", _("A mute has an end."))
        return cleaned

    def shown(self) -> list[forms.BoundField]:
        return [self[name] for name in self.field_order]


@admin.register(Case)
class CaseAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("username", "open_reports", "open_flags", "waits_since", "in_force")
    search_fields = ("username",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """None: whether a list has a row would tell of addresses and passwords, letter by letter."""
        return False

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Case]":
        return moderation.cases().order_by(F("waits_since").asc(nulls_last=True), "username")

    @admin.display(description=gettext_lazy("open reports"), ordering="open_reports")
    def open_reports(self, case: Any) -> int:
        return int(case.open_reports)

    @admin.display(description=gettext_lazy("open flags"), ordering="open_flags")
    def open_flags(self, case: Any) -> int:
        return int(case.open_flags)

    @admin.display(description=gettext_lazy("waits since"), ordering="waits_since")
    def waits_since(self, case: Any) -> object:
        return case.waits_since

    @admin.display(description=gettext_lazy("in force"))
    def in_force(self, case: Case) -> str:
        return ", ".join(str(kind.label) for kind in standing.CLOSING if standing.closed(case, kind))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        """A person's case. A POST decides on what is ticked, or lifts an action."""
        person = found(User.objects.all(), object_id)
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.method == "POST" and not _may_act(request):
            raise PermissionDenied
        lifted = request.POST.get("lift")
        form = DecisionForm(person, *([request.POST] if request.method == "POST" and not lifted else []))
        words = WordsForm(request.POST or None)
        if lifted and words.is_valid():
            _lift(request, person, lifted, words.cleaned_data)
            return redirect(request.path)
        if form.is_bound and form.is_valid():
            _decide(request, person, form.cleaned_data)
            return redirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Case"),
            "opts": self.opts,
            "person": person,
            "form": form,
            "choices": CHOICES,
            "may_act": _may_act(request),
            **moderation.case_of(person),
        }
        return TemplateResponse(request, "admin/games/decide_case.html", context)


def _may_act(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.has_perm("accounts.add_moderationaction")


def _decide(request: HttpRequest, person: User, wanted: dict[str, Any]) -> None:
    assert isinstance(request.user, User)
    kind = Kind(wanted["kind"])
    lasts = kind in standing.CLOSING and wanted["hours"]
    try:
        moderation.decide(
            request.user,
            person,
            kind,
            standing.Why(wanted["reason"], wanted["note"], wanted["message"]),
            timezone.now() + int(wanted["hours"]) * HOUR if lasts else None,
            reports=[report.pk for report in wanted["reports"]],
            flags=[flag.pk for flag in wanted["flags"]],
        )
        messages.success(request, f"{kind.label}: {person.username}")
    except moderation.AlreadyAnswered:
        messages.error(request, _("Another moderator has answered some of it meanwhile. Nothing was done."))
    except standing.NotTheirs:
        messages.error(request, _("This is not yours to do: it is about you, or about staff."))


def _lift(request: HttpRequest, person: User, action_id: str, words: dict[str, str]) -> None:
    assert isinstance(request.user, User)
    action = found(ModerationAction.objects.filter(person=person), action_id)
    try:
        standing.lift(request.user, action, **words)
        messages.success(request, _("It has been taken back."))
    except standing.NotInForce:
        messages.error(request, _("It is no longer in force."))
    except standing.NotTheirs:
        messages.error(request, _("This is not yours to do: it is about you, or about staff."))
