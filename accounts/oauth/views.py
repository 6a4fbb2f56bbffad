"""Pages and calls of OAuth 2: consent, the exchange of codes, one's applications and those one has let in."""

from typing import Any

from authlib.oauth2 import OAuth2Error
from csp.decorators import csp_update
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Application, Grant, Scope, User
from accounts.oauth import addresses
from accounts.oauth.server import GRANT_TYPES, METHOD, Client, server

MAX_APPLICATIONS = 20
MEANINGS = {
    Scope.READ: gettext_lazy("See what you can see: your matches and your hand in them"),
    Scope.PLAY: gettext_lazy("Play for you: open and join tables, bid, play and talk"),
    Scope.ACCOUNT: gettext_lazy("Manage your account: whom you follow and block, its tokens and its profile"),
}


@method_decorator([never_cache, login_required], name="dispatch")
class AuthorizeView(View):
    """Asks the person whether an application may have what it wants, and sends it the answer."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._answer(request, self._consent)

    def post(self, request: HttpRequest) -> HttpResponse:
        return self._answer(request, self._decision)

    def _answer(self, request: HttpRequest, given: Any) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        try:
            grant = server.get_consent_grant(request, end_user=request.user)
        except OAuth2Error as error:
            if error.redirect_uri:
                return self._let_go(request, error.redirect_uri, server.handle_error_response(request, error))
            return render(request, "oauth/refused.html", {"reason": error.error}, status=400)
        response: HttpResponse = given(request, grant)
        return self._let_go(request, grant.redirect_uri, response)

    def _consent(self, request: HttpRequest, grant: Any) -> HttpResponse:
        client: Client = grant.client
        scopes = [Scope(scope) for scope in Scope if scope in grant.request.payload.scope.split()]
        context = {
            "application": client.application,
            "scopes": [(scope.value, MEANINGS[scope]) for scope in scopes],
            "place": addresses.origin_of(grant.redirect_uri),
        }
        return render(request, "oauth/consent.html", context)

    def _decision(self, request: HttpRequest, grant: Any) -> HttpResponse:
        consents = request.user if request.POST.get("decision") == "allow" else None
        response: HttpResponse = server.create_authorization_response(
            request, grant_user=consents, grant=grant
        )
        return response

    def _let_go(self, request: HttpRequest, place: str, response: HttpResponse) -> HttpResponse:
        """The browser may follow the form to where the application waits."""
        allowing = csp_update({"form-action": [addresses.origin_of(place)]})
        return allowing(lambda _request: response)(request)  # type: ignore[return-value]


@csrf_exempt
@require_POST
@transaction.atomic
def token(request: HttpRequest) -> HttpResponse:
    """A code or a refresh token for an access token."""
    response: HttpResponse = server.create_token_response(request)
    return response


@csrf_exempt
@require_POST
@transaction.atomic
def revoke(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = server.create_endpoint_response("revocation", request)
    return response


@require_safe
def metadata(request: HttpRequest) -> JsonResponse:
    """Where everything is (RFC 8414)."""
    address = request.build_absolute_uri
    return JsonResponse(
        {
            "issuer": address("/").rstrip("/"),
            "authorization_endpoint": address(reverse("oauth_authorize")),
            "token_endpoint": address(reverse("oauth_token")),
            "revocation_endpoint": address(reverse("oauth_revoke")),
            "scopes_supported": Scope.values,
            "response_types_supported": ["code"],
            "grant_types_supported": GRANT_TYPES,
            "code_challenge_methods_supported": [METHOD],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
        }
    )


class ApplicationForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    redirect_uris = forms.CharField(
        label=gettext_lazy("Redirect addresses, one a line"),
        widget=forms.Textarea(attrs={"rows": 3, "dir": "ltr"}),
        help_text=gettext_lazy("https://…, http://127.0.0.1/… on one's own machine, or an app's own scheme."),
        max_length=2_000,
    )

    def clean_redirect_uris(self) -> list[str]:
        given = str(self.cleaned_data["redirect_uris"]).split()
        if not 1 <= len(given) <= 10 or any(len(address) > 500 for address in given):
            raise ValidationError(_("One to ten addresses."))
        for address in given:
            if not addresses.is_allowed(address):
                raise ValidationError(_("This address is not allowed: %(address)s") % {"address": address})
        return given


class ApplicationsView(LoginRequiredMixin, View):
    """One's own applications, and those that have one's consent."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, ApplicationForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        owner = _owner(request)
        form = ApplicationForm(request.POST)
        if form.is_valid() and owner.applications.count() >= MAX_APPLICATIONS:
            form.add_error(None, _("That is as many as one may have."))
        if not form.is_valid():
            return self._page(request, form, status=400)
        owner.applications.create(**form.cleaned_data)
        messages.success(request, _("The application is registered."))
        return redirect("oauth_applications")

    def _page(self, request: HttpRequest, form: ApplicationForm, status: int = 200) -> HttpResponse:
        owner = _owner(request)
        context = {
            "form": form,
            "applications": owner.applications.order_by("created_at"),
            "grants": owner.grants.exclude(exchanged_at=None)
            .select_related("application")
            .order_by("created_at"),
        }
        return render(request, "oauth/applications.html", context, status=status)


@require_POST
@login_required
def delete_application(request: HttpRequest, application_id: str) -> HttpResponse:
    get_object_or_404(Application, pk=application_id, owner=_owner(request)).delete()
    messages.success(request, _("The application is gone, and all that it was given."))
    return redirect("oauth_applications")


@require_POST
@login_required
def withdraw(request: HttpRequest, grant_id: str) -> HttpResponse:
    get_object_or_404(Grant, pk=grant_id, user=_owner(request)).delete()
    messages.success(request, _("The application can do nothing for you any more."))
    return redirect("oauth_applications")


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
