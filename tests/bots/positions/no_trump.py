"""Play at no-trump (`levant-41-sol`)."""

from .spot import Spot

NO_TRUMP = (
    Spot(
        title="keep king, queen and jack",
        why="At no-trump three sure tricks wait in diamonds, and the ace of clubs: the ten goes.",
        ruleset="levant-41-sol",
        dealer="N",
        hands=(
            "76 QJ975 9842 53",
            "JT952 6 A653 Q64",
            "84 842 KQJT AT98",
            "AKQ3 AKT3 7 KJ72",
        ),
        calls="W 7NT, S P, E P, N P",
        plays=(
            "SA S4 S2 S6 HA H2 H6 H5 SK S8 S5 S7 HK H4 D3 H7 SQ H8 S9 C3 C2 C8 CQ C5 DA D2 D7 "
            "DT SJ D4 S3 C9 ST D8 H3"
        ),
        right="CT",
        medium=True,
    ),
    Spot(
        title="keep the master at no-trump",
        why=(
            "The queen is the only club out: the king and what follows are winners. A small one goes, not "
            "the king."
        ),
        ruleset="levant-41-sol",
        dealer="W",
        hands=(
            "J64 75 J5 KT9543",
            "T8532 A8 AKQ AJ7",
            "KQ9 QJ642 T72 62",
            "A7 KT93 98643 Q8",
        ),
        calls="S P, E 7NT, N P, W P",
        plays=(
            "HA H5 H3 H2 DA D5 D3 D2 CA C3 C8 C2 DK DJ D4 D7 DQ S4 D6 DT S2 S6 SA S9 HK H4 H8 "
            "H7 D9 C6 C7 SJ D8 H6 CJ C4 HT HJ S3"
        ),
        right="CT C9 C5",
        medium=True,
    ),
    Spot(
        title="the last spade wins at no-trump",
        why="All others are out of spades: the four is a winner, and is cashed with the lead in hand.",
        ruleset="levant-41-sol",
        dealer="S",
        hands=(
            "T5 AJT AQJ92 J83",
            "K6 98 T874 A7652",
            "832 K7532 63 Q94",
            "AQJ974 Q64 K5 KT",
        ),
        calls="E P, N P, W 7NT, S P",
        plays=("SA S2 S6 S5 SQ S3 SK ST CA C3 CK C4 D4 D2 DK D3 SJ S8 D7 HT S9 D6 H8 HJ S7 C9 D8 D9"),
        right="S4",
        medium=True,
    ),
    Spot(
        title="run the long suit",
        why="No diamond is out: both are winners, and a slam needs all of them before the lead is lost.",
        ruleset="levant-41-sol",
        dealer="W",
        hands=(
            "J64 75 J5 KT9543",
            "T8532 A8 AKQ AJ7",
            "KQ9 QJ642 T72 62",
            "A7 KT93 98643 Q8",
        ),
        calls="S P, E 7NT, N P, W P",
        plays=("HA H5 H3 H2 DA D5 D3 D2 CA C3 C8 C2 DK DJ D4 D7 DQ S4 D6 DT S2 S6 SA S9 HK H4 H8 H7"),
        right="D9 D8",
        medium=True,
    ),
    Spot(
        title="cash the eight that makes",
        why="No club is out: the eight is the seventh trick. The queen of hearts loses to the ace.",
        ruleset="levant-41-sol",
        dealer="W",
        hands=(
            "3 Q9 KT43 KQJT98",
            "AT2 KJ72 86 7432",
            "K8654 AT865 J7 5",
            "QJ97 43 AQ952 A6",
        ),
        calls="S P, E P, N 7NT, W P",
        plays=(
            "CK CA C5 C2 DA D7 D6 D3 SQ SK SA S3 D8 DT DQ DJ SJ S4 S2 H9 D2 H5 HK D4 CQ C6 S5 "
            "C3 DK D5 S6 C4 CJ H3 S8 C7 CT H4 H6 H2 C9 S7 H8 H7"
        ),
        right="C8",
        medium=True,
    ),
    Spot(
        title="cash the ace that sets",
        why="One trick sets eight no-trump: the ace of diamonds takes it at once.",
        ruleset="levant-41-sol",
        dealer="N",
        hands=(
            "KJ75 AKJ86 JT4 K",
            "T3 T5 Q87 AQJ852",
            "A2 Q93 93 T97643",
            "Q9864 742 AK652 -",
        ),
        calls="W 7NT, S 8NT, E P, N P, W P",
        plays=(
            "C3 C2 CK H2 HA H4 H3 H5 HK H7 H9 HT HJ D2 HQ S3 SA ST S5 S4 C4 C8 D4 D5 CA DT D6 "
            "C6 CQ DJ S6 C7 CJ S7 S8 C9 D7 SJ DK D3"
        ),
        right="DA",
        medium=True,
    ),
    Spot(
        title="the five that sets",
        why="No diamond is out: the five cannot lose, and it is the trick that sets.",
        ruleset="levant-41-sol",
        dealer="E",
        hands=(
            "QT962 K AJT7 Q76",
            "AK5 T754 K84 854",
            "743 A82 Q9532 K9",
            "J8 QJ963 6 AJT32",
        ),
        calls="N P, W 7NT, S P, E P",
        plays=(
            "CA C9 C4 C6 H6 H2 HT HK DA D6 D2 D4 DJ S8 D3 DK SA S2 SJ S3 SK S6 C2 S4 H4 D7 H9 "
            "HA CK C5 C7 C3 DQ D8 DT H3 D9 S5 CQ CT"
        ),
        right="D5",
        medium=True,
    ),
    Spot(
        title="lead to partner's ace and king",
        why=(
            "Both opponents have no heart, so ace and king are partner's: a heart keeps the tricks on "
            "this side."
        ),
        ruleset="levant-41-sol",
        dealer="S",
        hands=(
            "T95 AK972 KJ75 J",
            "QJ83 6 42 Q97642",
            "AK7 QT854 T9 T83",
            "642 J3 AQ863 AK5",
        ),
        calls="E 7NT, N P, W P, S P",
        plays=(
            "SQ S5 S2 SK SA S3 S9 S4 H4 H6 H9 HJ CA C3 C2 CJ DA D9 D2 D5 CK C8 C4 ST D3 DT D4 "
            "D7 HQ C6 H2 H3 HT C7 H7 C5"
        ),
        right="H8 H5",
        medium=True,
    ),
    Spot(
        title="third hand high at no-trump",
        why="Partner's ten would lose to the jack as well as to king and ace: the queen is what may hold.",
        ruleset="levant-41-sol",
        dealer="W",
        hands=(
            "AKJ862 J5 AT73 3",
            "Q43 K984 J96 Q84",
            "5 AT732 4 AK9652",
            "T97 Q6 KQ852 JT7",
        ),
        calls="S 7NT, E P, N 8NT, W P, S 9NT, N P",
        plays=("HA H4 H5 H6 CA C4 C3 C7 CK C8 HJ CT C9 CQ S2 CJ HK S6 HQ H2 H9 D3 S7 H7 S3 S8 S9 S5 ST D4"),
        right="SQ",
        medium=True,
    ),
    Spot(
        title="keep the bare master",
        why=(
            "The ace of diamonds has gone and the king wins a trick when diamonds come: hearts are worth "
            "less."
        ),
        ruleset="levant-41-sol",
        score=(6, 23),
        dealer="E",
        hands=(
            "AKQ5 T8 A7542 J6",
            "JT974 AJ QJ8 A43",
            "8632 K32 T6 KT95",
            "- Q97654 K93 Q872",
        ),
        calls="N 7NT, W 8NT, S P, E P, N P",
        plays=("H4 H2 HJ H8 CA C6 C2 C5 C3 CJ CQ CK CT C4 HT C7 C9 S4 S5 C8 S2 S7 SQ D3 DA D9 D6 D8 SA"),
        right="HQ H9 H7 H6 H5",
        medium=True,
    ),
)
