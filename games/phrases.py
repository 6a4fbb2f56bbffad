"""What is said with one tap. Ids, which clients translate: added to, never renamed; none tells of cards."""

from typing import Final, get_args

from games.contract.requests import Emote, Phrase

EMOTES: Final[tuple[str, ...]] = get_args(Emote)
PHRASES: Final[tuple[str, ...]] = get_args(Phrase)
