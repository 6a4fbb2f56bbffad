"""Drawing trumps, stopping in time, and the last trump winners on both sides."""

from .spot import Spot

TRUMPS = (
    Spot(
        title="draw the last trump",
        why="The eight is the last trump out: the nine takes it, then the long diamonds cannot be ruffed.",
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
        plays=("SA SQ S2 S3 SK C3 S4 S6 ST HK D3 SJ H3 H2 HQ H4 CA C2 C9 C5 HA H7 H5 S5"),
        right="S9",
        medium=True,
    ),
    Spot(
        title="draw the last trump before the winners",
        why="One trump is out, and lower: drawn first, it cannot ruff the ace of spades.",
        ruleset="kaboot-31",
        dealer="W",
        hands=(
            "T9 Q7 AT7654 962",
            "J52 2 Q82 AJT743",
            "AKQ86 AKT983 K K",
            "743 J654 J93 Q85",
        ),
        calls="S 7, E 8, N P, W P, S 9, E P",
        trump="H",
        plays=("HA H2 H7 H4 HK S2 HQ H5 HT S5 DT HJ S3 S6 SJ S9 CA C2 C5 CK CJ C6 C8 H3"),
        right="H9 H8",
        medium=True,
    ),
    Spot(
        title="the last trump winner",
        why=(
            "The nine is the only trump out: led first, the ten takes it, and the five and the two are "
            "winners."
        ),
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
            "D7 HJ H7 S5 HA S8 S6 SK S7 DJ ST H6 H8"
        ),
        right="HT",
        medium=True,
    ),
    Spot(
        title="stop drawing when the others are out",
        why=("Neither opponent has a trump: the eight of clubs is kept to come back in when spades are led."),
        ruleset="levant-41",
        score=(32, 30),
        dealer="N",
        hands=(
            "AJ KJ854 J75 A63",
            "Q853 A AK6 KJT98",
            "KT64 7632 T943 4",
            "972 QT9 Q82 Q752",
        ),
        calls="W P, S P, E 7, N P",
        trump="C",
        plays=(
            "CK CA C2 C4 SA S2 S4 S3 H4 H9 H2 HA CJ C3 C5 S6 CT C6 C7 H3 C9 D5 CQ H6 D2 D3 DK "
            "D7 DA DJ D8 D4 D6 SJ DQ D9 S7 ST SQ H5"
        ),
        right="S8 S5",
        medium=True,
    ),
    Spot(
        title="keep the trump that comes back in",
        why="No trump is out. Led now it leaves two losing spades; kept, it ruffs what is led next.",
        ruleset="levant-61",
        dealer="S",
        hands=(
            "J7 A986 K97 QT43",
            "A95 KQT75 A AJ65",
            "KT86 J32 JT83 K7",
            "Q432 4 Q6542 982",
        ),
        calls="E 7, N P, W P, S P",
        trump="H",
        plays=(
            "HK HA H4 H2 C3 C8 CK CA HQ H6 C2 H3 HT H8 C9 HJ C7 CJ CQ D2 CT S2 SK C5 C4 S3 D3 "
            "C6 H7 H9 D4 S6 D7 D6 DT DA SA S7 S4 S8"
        ),
        right="S9 S5",
        medium=True,
    ),
    Spot(
        title="do not draw partner's trump",
        why=(
            "Both opponents have shown out, so the ace of trumps is partner's: the heart is led, and two "
            "trumps take two tricks."
        ),
        ruleset="levant-41-double",
        score=(34, 21),
        dealer="N",
        hands=(
            "5 T862 QJ9652 76",
            "KQT74 KJ 87 AQ94",
            "J98632 Q43 AK T8",
            "A A975 T43 KJ532",
        ),
        calls="W 7, S P, E P, N P",
        trump="C",
        plays=(
            "CK C8 C4 C6 C2 CT CQ C7 SK S5 SA S2 CJ H3 C9 D2 HA H4 HK H2 H5 HQ HJ H6 DA D7 D5 "
            "D3 DK D8 D6 D4 S3 S4 H8 DT SQ D9 H7 S6 S7 HT C3 S8"
        ),
        right="H9",
        medium=True,
    ),
    Spot(
        title="cash before losing the lead",
        why=(
            "No trump is out and the jack of spades is the highest left: it is cashed before a club gives "
            "the lead away."
        ),
        ruleset="kaboot-41",
        dealer="N",
        hands=(
            "72 KQJ74 K95 JT4",
            "KT5 A965 A74 653",
            "AJ64 - QJT32 K972",
            "Q983 T832 86 AQ8",
        ),
        calls="W P, S 7, E P, N P",
        trump="D",
        plays=(
            "DQ D4 D5 D6 DJ D7 D9 D8 DT DA DK H2 HA H4 H3 C9 S5 S7 SQ SA S4 ST S2 S3 SK C4 S8 S6 H5 H7 H8 D2"
        ),
        right="SJ",
        medium=True,
    ),
    Spot(
        title="leave the master trump out",
        why=(
            "The eight takes the five whenever it likes; the ace of spades is cashed while the lead is here."
        ),
        ruleset="levant-61",
        dealer="S",
        hands=(
            "A643 J6542 Q85 A",
            "QT A873 32 KQJ94",
            "KJ87 KQ AKT76 87",
            "952 T9 J94 T6532",
        ),
        calls="E P, N 7, W P, S P",
        trump="H",
        plays=(
            "H2 H9 HQ HA CK CA C2 C7 HJ HT HK H3 DA D2 D5 D4 DK D3 D8 D9 DT ST DQ DJ H6 S2 C8 H7 CQ H4 C3 S7"
        ),
        right="SA",
        medium=True,
    ),
    Spot(
        title="the ace of trumps cannot be drawn",
        why="Leading the six to it gives up trump and lead; the long diamonds make it ruff instead.",
        ruleset="cardems",
        score=(15, 11),
        dealer="W",
        hands=(
            "QT984 92 76 AKT5",
            "K652 J854 Q95 J3",
            "AJ3 KT73 8432 Q2",
            "7 AQ6 AKJT 98764",
        ),
        calls="N 7, E P, S P, W 8, N P",
        trump="C",
        plays=(
            "C9 C5 CJ CQ SA S7 S4 S2 H3 H6 H2 H4 C8 CK C3 C2 S8 S5 SJ C4 C7 CT S6 S3 S9 SK H7 HQ H5 HT HA H9"
        ),
        right="DA DK",
        medium=True,
    ),
    Spot(
        title="cash before trumps when the top one is out",
        why=(
            "The king of trumps is out and cannot be drawn with the five: the ace of spades makes the "
            "contract first."
        ),
        ruleset="levant-31",
        score=(4, 13),
        dealer="W",
        hands=(
            "JT75 KQ82 653 Q5",
            "AQ983 A9543 87 K",
            "42 JT AJT92 T842",
            "K6 76 KQ4 AJ9763",
        ),
        calls="S P, E 7, N P, W P",
        trump="H",
        plays=(
            "HA H2 H6 HT H3 H8 H7 HJ DA D7 D3 D4 DJ D8 D5 DQ CA C2 CK C5 DK D2 S3 D6 C3 C4 H4 "
            "CQ H9 HQ C6 S2 S5 S6 S4 S8"
        ),
        right="SA",
        medium=True,
    ),
    Spot(
        title="draw declarer's last trumps",
        why=(
            "Declarer alone has trumps, two small ones: the nine and the eight draw both, and the four is "
            "good."
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
        plays=("SA D4 S6 S2 SQ H4 S7 SK H5 H6 HJ HQ CA C8 CT C3 C2 C9 CQ CK H8 H9 HT HK ST D6 C4 SJ"),
        right="S9 S8",
    ),
    Spot(
        title="the king of trumps takes the last",
        why="The nine is the only trump out and declarer's: cashing the king ends all ruffs.",
        ruleset="kaboot-31",
        score=(22, 4),
        dealer="S",
        hands=(
            "J5 7642 KT87 854",
            "Q76 AJ93 Q94 A93",
            "T842 KQT5 A63 T2",
            "AK93 8 J52 KQJ76",
        ),
        calls="E 7, N P, W P, S P",
        trump="H",
        plays=(
            "HA H2 H8 H5 H3 H4 D2 HT DA D4 D7 D5 S2 S6 SJ SA SK S4 S7 S5 S9 S8 SQ H6 DK DJ D3 "
            "D9 D8 S3 D6 DQ HJ H7 C6 HQ"
        ),
        right="HK",
    ),
    Spot(
        title="keep the master trump",
        why=(
            "Both last tricks are needed. Ruffing leaves a losing diamond; with a discard partner may win "
            "this, the jack wins the next."
        ),
        ruleset="cardems",
        dealer="E",
        hands=(
            "73 AKJ75 Q853 J9",
            "AJ 9 AJT2 KT8542",
            "QT982 32 964 A73",
            "K654 QT864 K7 Q6",
        ),
        calls="S 7, W 8, N P, E P, S P",
        trump="H",
        plays=(
            "H4 H5 H9 H2 SA S2 S4 S3 DA D4 D7 D3 DJ D6 DK D5 H6 H7 CT H3 DQ D2 D9 H8 HT HA SJ "
            "C3 C9 C2 CA C6 C7 CQ CJ C4 HQ HK CK S8 S7 C5 S9 SK S5"
        ),
        right="D8",
        medium=True,
    ),
)
