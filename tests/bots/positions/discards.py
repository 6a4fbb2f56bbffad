"""What to throw away."""

from .spot import Spot

DISCARDS = (
    Spot(
        title="one heart too many",
        why=(
            "One heart is out, so ace and king do not both need to wait: the queen of diamonds may be the "
            "setting trick."
        ),
        ruleset="kaboot-41",
        dealer="W",
        hands=(
            "3 AKT962 QJ32 J7",
            "Q76 8754 9864 95",
            "AK952 J3 AK Q432",
            "JT84 Q T75 AKT86",
        ),
        calls="S 7, E P, N P, W 8, S P",
        trump="C",
        plays=(
            "CA C2 C5 C7 CK C3 C9 CJ CT CQ H4 S3 DA D4 D2 D5 DK D6 D3 D7 SA S6 H2 S4 SK S7 H6 "
            "S8 S2 SQ H9 ST H5 HT HQ H3 C8 C4 H7 DJ SJ S5 H8"
        ),
        right="HA HK",
    ),
    Spot(
        title="discard losers, not winners",
        why="The ace of hearts is the trick that sets: clubs, which win nothing, go.",
        ruleset="kaboot-41",
        score=(40, 25),
        dealer="S",
        hands=(
            "AK3 QJ32 864 KJ3",
            "Q62 8754 T3 8642",
            "9 AK9 J75 AQT975",
            "JT8754 T6 AKQ92 -",
        ),
        calls="E P, N P, W 7, S 8, W 9, S P",
        trump="S",
        plays=(
            "SJ S9 S2 S3 ST D5 S6 SK HQ H6 H9 H4 H2 HT HK H5 CA C2 C3 S4 S8 CQ SQ SA CK S5 C5 "
            "C4 DA D7 D3 D4 DK DJ DT D6 DQ C7 C6 D8 D9"
        ),
        right="CT C9",
        medium=True,
    ),
    Spot(
        title="keep the guards of both kings",
        why=(
            "A club would leave the king of clubs bare, and the king of diamonds has three others beside it."
        ),
        ruleset="cardems",
        dealer="W",
        hands=(
            "QJT84 AKQT 4 Q94",
            "AK96532 8 A65 72",
            "- J7654 QJ92 AJT8",
            "7 932 KT873 K653",
        ),
        calls="N P, E 7, S 8, W P, E 9, S P",
        trump="S",
        plays=("SA HJ S7 S4 SK H4 D3 S8 S9 H5 H2 ST HA H8 H6 H9 HK S2 H7 H3 S6 D2 C3 SJ HQ S3 D9 C5 S5 DJ"),
        right="DT D8 D7",
    ),
    Spot(
        title="throw from the worthless suit",
        why="King and queen of diamonds are winners; nothing in clubs is.",
        ruleset="levant-61",
        dealer="S",
        hands=(
            "Q952 QJ7 943 J42",
            "KJ763 943 A76 97",
            "AT8 62 KQ8 AK853",
            "4 AKT85 JT52 QT6",
        ),
        calls="E P, N P, W 7, S P",
        trump="H",
        plays=(
            "HA H2 H3 H7 HK H6 H4 HJ HT S8 H9 HQ S2 S4 SA S3 CA C7 C2 C6 CK C9 C4 CT ST SK S5 "
            "DJ DA D3 D2 D8 S6 S9 H5"
        ),
        right="C8 C5 C3",
        medium=True,
    ),
    Spot(
        title="keep the winner for the last trick",
        why=(
            "Only the six of diamonds is out, and the queen of clubs: the ten of diamonds wins, the ten "
            "of clubs does not."
        ),
        ruleset="levant-31",
        dealer="E",
        hands=(
            "K976 A86 84 Q876",
            "J85 5 AT92 AT432",
            "T KQJ97432 KJ7 9",
            "AQ432 T Q653 KJ5",
        ),
        calls="N P, W 7, S 8, E P, W P",
        trump="H",
        plays=(
            "HK H5 H6 HT HQ C2 H8 C5 D7 D2 D4 DQ SA ST S5 S6 S2 C9 SJ SK S7 S3 H2 S8 DK DA D8 "
            "D3 CA C6 CJ H3 DJ D9 C7 D5 HJ C3 HA S4 C8 CK H4 C4 H9"
        ),
        right="CT",
        medium=True,
    ),
    Spot(
        title="keep the nine that has become good",
        why=(
            "The eight is the last club out, so the nine of clubs wins; the nine of hearts loses to the king."
        ),
        ruleset="levant-41-sol",
        dealer="S",
        hands=(
            "AT86 75 T854 K42",
            "K43 KJ83 AJ732 T",
            "J9752 AT4 Q Q863",
            "Q Q962 K96 AJ975",
        ),
        calls="E 7, N P, W P, S P",
        trump="D",
        plays=(
            "DA D4 D6 DQ DJ D5 D9 SJ D7 D8 DK H4 CA C3 CT C2 CJ C6 S3 CK SA SQ S2 S4 S6 C5 S9 "
            "SK D3 DT H2 HT ST H6 S5 D2 H3 H5 HQ HA CQ H8 C4 C7 S7 HJ S8"
        ),
        right="H9",
        medium=True,
    ),
    Spot(
        title="follow low to keep the nine",
        why=(
            "The queen wins this trick; afterwards only the eight of clubs is out, and the nine makes the "
            "contract."
        ),
        ruleset="levant-41-sol",
        dealer="S",
        hands=(
            "AT86 75 T854 K42",
            "K43 KJ83 AJ732 T",
            "J9752 AT4 Q Q863",
            "Q Q962 K96 AJ975",
        ),
        calls="E 7, N P, W P, S P",
        trump="D",
        plays=(
            "DA D4 D6 DQ DJ D5 D9 SJ D7 D8 DK H4 CA C3 CT C2 CJ C6 S3 CK SA SQ S2 S4 S6 C5 S9 "
            "SK D3 DT H2 HT ST H6 S5 D2 H3 H5 HQ HA CQ H8 C4"
        ),
        right="C7",
        medium=True,
    ),
    Spot(
        title="keep the highest of a worthless suit",
        why=("The jack can still win a heart trick once the higher ones have gone; the small ones never do."),
        ruleset="kaboot-41",
        score=(16, 6),
        dealer="E",
        hands=(
            "AT543 KQT9 6 K94",
            "Q7 AJ7632 52 AJ2",
            "6 4 QJT984 T8653",
            "KJ982 85 AK73 Q7",
        ),
        calls="N 7, W 8, S 9, E P, N P, W P",
        trump="D",
        plays=(
            "DQ D2 D6 D3 DJ D5 S3 DK S2 S6 SQ SA HK H5 H4 HA CA C4 C7 CT S7 ST SJ D4 DT C2 S4 "
            "DA SK D8 CJ S5 D9"
        ),
        right="H7 H6 H3 H2",
        medium=True,
    ),
)
