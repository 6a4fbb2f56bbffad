"""Refusals of the rules and of the door, as the API says them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.api import errors
from accounts.api.errors import ApiError
from games import wire
from games.errors import Closed, Invalid, NoFreeText, RankedPaused, Refused
from games.rules.errors import InvalidRuleSet, RuleViolation
from games.wire import Malformed


def handle(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    """Rest framework's handler of exceptions, for every view of the site."""
    return errors.handle(api_error(exception) or exception, context)


def api_error(exception: Exception) -> ApiError | None:
    match exception:
        case Malformed():
            return ApiError("malformed")
        case Invalid() | InvalidRuleSet():
            return ApiError("invalid", field=exception.field)
        case RankedPaused():
            return ApiError(exception.code, extra={"until": wire.moment(exception.until)})
        case Closed():
            until = None if exception.until is None else wire.moment(exception.until)
            return ApiError(exception.code, extra={"until": until})
        case NoFreeText():
            return ApiError(exception.code, _("In ranked play there are only emotes and phrases."))
        case Refused() | RuleViolation():
            return ApiError(exception.code)
    return None
