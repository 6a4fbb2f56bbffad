"""What is said with one tap. Ids, which clients translate: added to, never renamed; none tells of cards."""

from typing import Final

EMOTES: Final = ("wave", "smile", "laugh", "clap", "rose", "coffee", "wow", "sad")
PHRASES: Final = (
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
)
