"""Card points (`points-400`): what to give to partner's trick, and what never to theirs.

The solver counts tricks only, so these are not from it: the right card costs no trick and is worth more.
"""

from .spot import Spot

POINTS = (
    Spot(
        title="give partner's ace the ten",
        why="Partner's ace of hearts stands: the ten brings ten points home, and it is no trick of its own.",
        ruleset="points-400",
        dealer="E",
        hands=("AQJ98 A42 A43 32", "K76 KQJ KQJ KQJT", "T54 T98 T98 A987", "32 7653 7652 654"),
        calls="N 65, W P, S P, E P",
        trump="S",
        plays="HA H3",
        right="HT",
        medium=True,
    ),
    Spot(
        title="give the ace nothing",
        why="Declarer's ace wins whatever is played: the five has no points, king and ten have fourteen.",
        ruleset="points-400",
        dealer="E",
        hands=("AQJ98 A42 A43 32", "K76 KT5 KQJ KQJT", "T54 J98 T98 A987", "32 Q763 7652 654"),
        calls="N 65, W P, S P, E P",
        trump="S",
        plays="HA H3 H8",
        right="H5",
        medium=True,
    ),
    Spot(
        title="ruff a trick full of points",
        why="Ace, king and ten of hearts lie there, 25 points: the last seat has no heart and ruffs low.",
        ruleset="points-400",
        dealer="E",
        hands=("AQJ98 A42 A43 32", "K76 - KQJT9 KQJT9", "T54 T98 82 A8765", "32 KQJ7653 765 4"),
        calls="N 65, W P, S P, E P",
        trump="S",
        plays="HA HK HT",
        right="S6",
        medium=True,
    ),
)
