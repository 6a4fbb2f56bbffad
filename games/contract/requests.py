"""Bodies that clients send."""

from typing import Annotated, Literal, NotRequired, TypedDict

from accounts.contract import Name

from .table import NameTrump, Pass, PlayCard
from .values import ClientSeed, ClockName, MatchId, PresetName, Seat, Visibility, says


class _Request(TypedDict):
    expected_seq: NotRequired[Annotated[int | None, says(description="Refused unless it is the head.")]]


class PassRequest(_Request, Pass):
    pass


class BidRequest(_Request):
    action: Literal["bid"]
    amount: Annotated[int, says(examples=(8,))]
    no_trump: NotRequired[bool]


class NameTrumpRequest(_Request, NameTrump):
    pass


class PlayCardRequest(_Request, PlayCard):
    pass


class ResignRequest(_Request):
    """At any time after the start, out of turn too."""

    action: Literal["resign"]


ActionRequest = BidRequest | PassRequest | NameTrumpRequest | PlayCardRequest | ResignRequest
IdempotencyKey = Annotated[
    str,
    says(
        pattern="^[!-~]{1,100}$",
        description="Repeated with the same action, it does nothing again.",
        examples=("turn-17",),
    ),
]


KnownTag = Annotated[str, says(description="The ETag of an answer that one has.", examples=('W/"5d41402a"',))]
AtSeq = Annotated[int, says(minimum=1, maximum=2**31 - 1, examples=(17,))]
AfterSeq = Annotated[int, says(minimum=0, maximum=2**31 - 1, examples=(0,))]
Line = Annotated[
    str,
    says(
        pattern="^[0-9A-Za-z,]{0,400}$",
        description="With `at`: what else could have been done from there to the end of the deal. Cards `SA`,"
        " bids `8` and `9NT`, `pass`, trumps `H`, with commas between; `now.legal` has what may come next.",
        examples=("SA,H2",),
    ),
]
RuleSetId = Annotated[str, says(minLength=1, maxLength=30, examples=("levant-41",))]


class CustomRuleSet(TypedDict, total=False):
    """What is left out is as in `levant-41`. Fields that contradict each other are refused."""

    direction: Literal["clockwise", "counterclockwise"]
    bids: Annotated[
        list[Annotated[int, says(minimum=7, maximum=120)]],
        says(minItems=1, uniqueItems=True, description="Ascending: 7 to 13 tricks or 65 to 120 points."),
    ]
    unit: Literal["tricks", "card_points"]
    all_pass: Literal["redeal", "force_last"]
    forced_may_raise: bool
    no_trump: bool
    defenders_when_made: Literal["zero", "own"]
    defenders_when_set: Literal["zero", "own"]
    slam: Literal["none", "16", "double_bid"]
    slam_when: Literal["any", "bid13"]
    slam_sides: Literal["declarer", "either"]
    bid13: Literal["none", "wins_match", "kaboot"]
    target: Annotated[int, says(minimum=10, maximum=1000)]
    ending: Literal["sole", "higher", "first"]
    dealing: Literal["one_by_one", "packets_4_4_5"]


class ClockWish(TypedDict):
    turn_seconds: Annotated[int, says(minimum=1, maximum=600)]
    bank_seconds: Annotated[int, says(minimum=0, maximum=3600)]


SeatWish = Annotated[
    str | None,
    says(
        pattern="^(me|bot:.*|invite:.+)$",
        description="`me`, `bot:` and its level, `invite:` and a name, or null for an open seat.",
        examples=("bot:easy",),
    ),
]


class SeatWishes(TypedDict, total=False):
    """One seat is `me`, or all four are bots; a seat that is left out is open."""

    N: SeatWish
    E: SeatWish
    S: SeatWish
    W: SeatWish


class NewTable(TypedDict):
    ruleset: PresetName | Annotated[CustomRuleSet, says(unevaluatedProperties=False)]
    seats: Annotated[SeatWishes, says(unevaluatedProperties=False)]
    rated: NotRequired[Annotated[Literal[False], says(description="Rated tables come from seeks only.")]]
    clock: NotRequired[ClockName | ClockWish]
    visibility: NotRequired[Visibility]
    client_seed: NotRequired[ClientSeed]


class Sitting(TypedDict):
    seat: Seat
    client_seed: NotRequired[ClientSeed]


class Filling(TypedDict, total=False):
    bot: Annotated[str, says(minLength=1, maxLength=20, description="Its level.", examples=("easy",))]


class Kicked(TypedDict):
    seat: Seat


class NewSeek(TypedDict):
    """`rulesets` that are open for ranked play where `rated`."""

    rulesets: Annotated[list[PresetName], says(minItems=1)]
    rated: bool
    clocks: NotRequired[Annotated[list[Literal["normal", "blitz", "slow"]], says(minItems=1)]]
    partner: NotRequired[Name | None]
    client_seed: NotRequired[ClientSeed]


class Acceptance(TypedDict, total=False):
    client_seed: ClientSeed


Emote = Literal["wave", "smile", "laugh", "clap", "rose", "coffee", "wow", "sad"]
Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "never_mind",
    "oops",
    "one_moment",
    "back",
    "hurry_up",
    "good_game",
    "rematch",
    "bye",
]


class _Saying(TypedDict):
    channel: NotRequired[Literal["table", "partner"]]


class EmoteSaying(_Saying):
    kind: Literal["emote"]
    value: Emote


class PhraseSaying(_Saying):
    kind: Literal["phrase"]
    value: Phrase


class TextSaying(_Saying):
    """At casual tables only."""

    kind: Literal["text"]
    value: Annotated[str, says(minLength=1, description="One line, up to 200 characters.", examples=("يلا",))]


Saying = PhraseSaying | EmoteSaying | TextSaying


class NewReport(TypedDict):
    player: Name
    reason: Literal["abuse", "cheating", "stalling", "leaving", "name", "other"]
    match: NotRequired[MatchId | None]
    seq: NotRequired[
        Annotated[
            int | None,
            says(minimum=1, description="The event of the match that it is about; else where it stands."),
        ]
    ]
    text: NotRequired[Annotated[str, says(maxLength=1000, examples=("He says it in every deal.",))]]
