"""What the rules refuse: one class a refusal, each with the code that the public contract gives it."""

from typing import ClassVar


class RuleViolation(ValueError):
    """A command that the rules refuse; nothing has changed. `code` is a name of protocol.md."""

    code: ClassVar[str]


class WrongPhase(RuleViolation):
    code = "wrong_phase"


class NotYourTurn(RuleViolation):
    code = "not_your_turn"


class BidOutOfRange(RuleViolation):
    code = "bid_out_of_range"


class BidTooLow(RuleViolation):
    code = "bid_too_low"


class NoTrumpNotAllowed(RuleViolation):
    code = "no_trump_not_allowed"


class CannotPass(RuleViolation):
    code = "cannot_pass"


class CardNotHeld(RuleViolation):
    code = "card_not_held"


class MustFollowSuit(RuleViolation):
    code = "must_follow_suit"


class NotSeated(RuleViolation):
    code = "not_seated"


class MatchOver(RuleViolation):
    code = "match_over"


class AlreadyStarted(RuleViolation):
    code = "already_started"


class SeatIsTaken(RuleViolation):
    code = "seat_taken"


class AlreadyPlaying(RuleViolation):
    code = "already_playing"


class CannotReclaim(RuleViolation):
    code = "cannot_reclaim"


class InvalidRuleSet(ValueError):
    """A rule set that cannot be played; `field` names what is wrong."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
