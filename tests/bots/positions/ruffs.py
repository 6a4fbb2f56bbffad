"""Ruffs and over-ruffs."""

from .spot import Spot

RUFFS = (
    Spot(
        title="ruff in the last seat",
        why="An ace that partner cannot beat: the last seat ruffs it, and nobody plays after.",
        ruleset="saudi-41",
        dealer="N",
        hands=(
            "987 T94 KJ9 QT43",
            "K65 Q653 T AKJ52",
            "AT4 J872 AQ654 7",
            "QJ32 AK 8732 986",
        ),
        calls="W P, S 7, E P, N P",
        trump="D",
        plays=("DA DT D9 D2 DQ S5 DJ D3 D6 H3 DK D7 C3 C6 C7 CJ CA C4 C8"),
        right="D5 D4",
        medium=True,
    ),
    Spot(
        title="ruff low, keep the trump that draws",
        why=(
            "The seven is enough here; the nine is kept to draw the eight, the only trump that is still out."
        ),
        ruleset="levant-41-double",
        dealer="W",
        hands=(
            "42 J74 AQ63 QJ42",
            "Q AKQ8 742 AT873",
            "AKT975 2 JT95 65",
            "J863 T9653 K8 K9",
        ),
        calls="S 7, E P, N P, W P",
        trump="S",
        plays=("SA SQ S2 S3 SK C3 S4 S6 ST HK D3 SJ H3 H2 HQ H4 CA C2 C9 C5 HA H7 H5"),
        right="S7 S5",
        medium=True,
    ),
    Spot(
        title="ruff the last loser",
        why=(
            "All trumps that are left are in this hand: a ruff gains a trick, and the king of spades "
            "keeps its chance."
        ),
        ruleset="saudi-41",
        dealer="E",
        hands=(
            "J65 A85 QJ64 T95",
            "A9 KT2 AK752 KQ4",
            "K742 3 83 AJ7632",
            "QT83 QJ9764 T9 8",
        ),
        calls="N P, W P, S 7, E P",
        trump="C",
        plays=(
            "CA C4 C5 C8 C2 CQ C9 H4 SA S5 S3 S2 DA D4 D9 D3 DK D6 DT D8 D7 DJ S8 H3 HA H6 S4 "
            "H2 DQ H7 S7 D2 CT H9 C3 CK HK H5 HJ"
        ),
        right="CJ C7 C6",
        medium=True,
    ),
    Spot(
        title="ruff while the contract needs every trick",
        why=(
            "Ten needs all five tricks that are left, and this is the only trump in play: a discard gives "
            "the deal away."
        ),
        ruleset="cardems-es",
        dealer="S",
        hands=(
            "J7 T652 K65 Q743",
            "- AQJ83 AT32 T985",
            "AKT9642 K7 J974 -",
            "Q853 94 Q8 AKJ62",
        ),
        calls="E 7, N 8, W 9, S 10, E P, N P, W P",
        trump="S",
        plays=(
            "SA D2 S7 S3 SK D3 SJ S5 ST DT D5 SQ CA S2 C5 C3 S9 C8 HT S8 S6 C9 H2 H4 D4 DA D6 "
            "D8 HA H5 H9 H7 CT C4 C2"
        ),
        right="S4",
        medium=True,
    ),
    Spot(
        title="ruff with the last trump",
        why="No one else holds a trump; without this trick the contract cannot be made any more.",
        ruleset="cardems-es",
        dealer="E",
        hands=(
            "7 A7 KJ9532 KQ52",
            "T643 Q65 AT6 J74",
            "K85 KJ9 Q8 AT963",
            "AQJ92 T8432 74 8",
        ),
        calls="N 7, W 8, S 9, E P, N P, W P",
        trump="C",
        plays=(
            "CA C4 C2 C8 CT C7 C5 H2 C9 CJ CQ D4 HA H3 H9 H5 CK H4 C3 D6 D2 D7 DQ DA S3 S7 SA "
            "S5 S2 S8 ST H7 S4 D3 S9 SK HK H6 D9 H8 HJ HQ D5 HT S6 DJ SJ"
        ),
        right="C6",
        medium=True,
    ),
    Spot(
        title="over-ruff in the third seat",
        why=(
            "The three does not beat the four, the five does, and the next hand has no trump: it is worth "
            "the contract."
        ),
        ruleset="levant-31",
        score=(11, 18),
        dealer="S",
        hands=(
            "KJ9842 T75 93 98",
            "76 AQ92 QJ2 AJ42",
            "- J84 KT864 K7653",
            "AQT53 K63 A75 QT",
        ),
        calls="E P, N P, W 7, S P",
        trump="S",
        plays=(
            "SA D4 S6 S2 SQ H4 S7 SK H5 H6 HJ HQ CA C8 CT C3 C2 C9 CQ CK H8 H9 HT HK ST D6 C4 "
            "SJ H7 H3 D8 HA CJ S4"
        ),
        right="S5",
        medium=True,
    ),
    Spot(
        title="over-ruff as high as it takes",
        why=(
            "The nine has been ruffed with: only the ten wins, the four and the three would be thrown away."
        ),
        ruleset="kaboot-31",
        score=(24, 9),
        dealer="W",
        hands=(
            "AT732 96 K852 T4",
            "K9 QT5 JT43 KJ95",
            "J6 K83 Q976 A632",
            "Q854 AJ742 A Q87",
        ),
        calls="S P, E 7, N P, W P",
        trump="D",
        plays=("DJ D2 DA D6 HA H3 H5 H9 S4 S6 SK SA S2 S5 SJ S9 CA C5 C4 C7 HK HT H6 H2 C2 C9 CT CQ SQ D9"),
        right="DT",
        medium=True,
    ),
    Spot(
        title="over-ruff no higher than needed",
        why="The eight beats the six. The ten is the master then and takes the nine, the last trump out.",
        ruleset="levant-31",
        dealer="E",
        hands=(
            "AJ98 A964 AK9 64",
            "QT752 3 T52 KQT5",
            "K4 K7 J743 AJ832",
            "63 QJT852 Q86 97",
        ),
        calls="N P, W 7, S P, E P",
        trump="H",
        plays=(
            "HQ HK H3 H4 CA C5 C4 C7 D3 D5 DK D6 SA S3 S4 S2 DA D8 D4 D2 C6 C9 C2 CT DT D9 DQ "
            "D7 HJ H7 S5 HA S8 S6 SK S7 DJ ST H6"
        ),
        right="H8",
        medium=True,
    ),
)
