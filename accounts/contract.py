"""Bodies of the calls about accounts, as types: games.contract makes their schema."""

from typing import Annotated, Generic, Literal, NotRequired, TypedDict, TypeVar

_Keywords = tuple[tuple[str, object], ...]
_Row = TypeVar("_Row")


def says(**keywords: object) -> _Keywords:
    """What JSON Schema says of a type beside the type itself."""
    return tuple(keywords.items())


Time = Annotated[
    str,
    says(
        format="date-time", pattern="Z$", description="RFC 3339, UTC.", examples=("2026-11-30T12:00:00.000Z",)
    ),
]
PersonId = Annotated[str, says(format="uuid", examples=("7d9f0f3e-6c1b-4c37-9a43-0f4e8a1c52b6",))]
TokenId = Annotated[str, says(pattern="^[A-Za-z0-9_-]{1,12}$", examples=("vK3hQ0b2sXaL",))]
BearerToken = Annotated[
    str,
    says(
        pattern="^tarneeb_[A-Za-z0-9_-]{43}$",
        description="Shown once.",
        examples=("tarneeb_" + 43 * "0",),
    ),
]
Name = Annotated[
    str,
    says(
        minLength=1,
        maxLength=150,
        description="Letters of one alphabet, digits, `_`, `-`: 3 to 20 of them. "
        "Case and look-alikes make no difference.",
        examples=("layla",),
    ),
]
Password = Annotated[str, says(minLength=1, maxLength=256, examples=("sahlab-w-tamr",))]
Code = Annotated[str, says(minLength=1, maxLength=32, examples=("123456",))]
Email = Annotated[str, says(format="email", minLength=1, maxLength=254, examples=("layla@example.org",))]
Country = Annotated[
    str, says(pattern="^([A-Z]{2})?$", description="ISO 3166-1 alpha-2, or nothing.", examples=("LB",))
]
Language = Literal["", "en", "ar", "es", "pt"]
ScopeName = Literal["read", "play", "account"]
Kind = Literal["human", "bot"]


Cursor = Annotated[str, says(description="From a page's `next` or `previous`.")]
Limit = Annotated[int, says(minimum=1, maximum=200, description="Rows a page.", examples=(50,))]


class Page(TypedDict, Generic[_Row]):
    """A part of a list; `next` and `previous` are addresses."""

    next: str | None
    previous: str | None
    results: list[_Row]


class Nothing(TypedDict):
    """A call that needs to be told nothing; what is said is ignored."""


class NewAccount(TypedDict):
    username: Name
    email: Email
    password: Password


class NamedAccount(TypedDict):
    id: PersonId
    username: Name


class Guest(TypedDict):
    """Somebody for a day."""

    name: Name
    token: BearerToken


class Credentials(TypedDict):
    """`code` is that of the second factor, where one is set up."""

    username: Name
    password: Password
    code: NotRequired[Code]


ActionKind = Annotated[
    Literal["warn", "mute", "ban_ranked", "ban", "lift", "uphold"],
    says(description="`lift` takes back the action that it is `about`, `uphold` rejects the appeal."),
]
ActionReason = Literal["abuse", "cheating", "farming", "stalling", "leaving", "name", "other"]
Until = Annotated[Time | None, says(description="Null: for good.", examples=("2026-12-07T12:00:00.000Z",))]


class OwnAppeal(TypedDict):
    at: Time
    text: str
    answer: Literal["waiting", "accepted", "rejected"]


class ModerationEntry(TypedDict):
    """What a moderator has done about the person who asks."""

    id: PersonId
    at: Time
    kind: ActionKind
    reason: ActionReason
    message: Annotated[str, says(description="What the moderator says to the person.")]
    until: Annotated[
        Time | None, says(description="Null where it lasts for good, as bans may, or no time, as warnings.")
    ]
    about: Annotated[PersonId | None, says(description="The action that this one answers.")]
    lifted: bool
    may_appeal: bool
    appeal: OwnAppeal | None


class AccountNotice(TypedDict):
    """An action; or, without one, that what one reported of a player has been dealt with."""

    id: PersonId
    at: Time
    action: ModerationEntry | None
    player: Name | None


class Restriction(TypedDict):
    until: Until


class Restrictions(TypedDict):
    """What moderators have closed to the person; null where it is open."""

    talk: Annotated[Restriction | None, says(description="Free text; emotes and phrases are open.")]
    ranked: Restriction | None


class NewAppeal(TypedDict):
    """`action`, an id, or `key`, which the refusal `banned` gave less than an hour ago."""

    action: NotRequired[PersonId]
    key: NotRequired[Annotated[str, says(minLength=1, maxLength=200)]]
    text: Annotated[str, says(minLength=1, maxLength=2000, examples=("It was not me.",))]


class Account(TypedDict):
    """Who asks, and what the token or the session may do."""

    id: PersonId
    username: Name
    email: str
    kind: Kind
    guest: bool
    language: Language
    country: Country
    scopes: list[ScopeName]
    created_at: Time
    restrictions: Restrictions
    notices: Annotated[list[AccountNotice], says(description="Not seen yet, the oldest first.")]


class AccountChange(TypedDict, total=False):
    kind: Annotated[Literal["bot"], says(description="Of an account that has never played; for good.")]
    language: Language
    country: Country


class Farewell(TypedDict):
    """An account ends with its password."""

    password: Password


TokenName = Annotated[str, says(minLength=1, maxLength=60, examples=("my bot",))]


class TokenWish(TypedDict):
    """With a password of one's own, or signed in with the scope `account`; `code` is the second factor's."""

    name: TokenName
    scopes: Annotated[list[ScopeName], says(minItems=1)]
    username: NotRequired[Name]
    password: NotRequired[Password]
    code: NotRequired[Code]


class NewToken(TypedDict):
    id: TokenId
    token: BearerToken
    name: TokenName
    scopes: list[ScopeName]


class Token(TypedDict):
    id: TokenId
    name: TokenName
    scopes: list[ScopeName]
    created_at: Time
    last_used_at: Time | None


class OwnProfile(TypedDict):
    id: PersonId
    username: Name
    email: str
    kind: Kind
    language: Language
    country: Country
    created_at: Time
    last_login: Time | None


class OwnEmail(TypedDict):
    email: str
    verified: bool
    primary: bool


class OwnToken(Token):
    expires_at: Time | None


class OwnApplication(TypedDict):
    id: str
    name: str
    redirect_uris: list[str]
    created_at: Time


class AllowedApplication(TypedDict):
    application__name: str
    scopes: list[ScopeName]
    created_at: Time
    exchanged_at: Time | None


class OwnSession(TypedDict):
    ip: str
    user_agent: str
    created_at: Time
    last_seen_at: Time


class OwnSecondFactor(TypedDict):
    type: str
    created_at: Time
    last_used_at: Time | None


class AccountData(TypedDict):
    """What is kept of a person apart from play."""

    profile: OwnProfile
    emails: list[OwnEmail]
    tokens: list[OwnToken]
    applications: list[OwnApplication]
    allowed_applications: list[AllowedApplication]
    sessions: list[OwnSession]
    second_factors: list[OwnSecondFactor]
    follows: list[Name]
    blocks: list[Name]
    moderation: list[ModerationEntry]
