"""The trick on the table, and the one that makes or sets the contract."""

from .spot import Spot

TRICKS = (
    Spot(
        title="one trick against the slam",
        why=(
            "Declarers have taken nine of nine. The king is the highest club out: it denies them all 13, "
            "and 16 points."
        ),
        ruleset="saudi-41",
        score=(24, 22),
        dealer="W",
        hands=(
            "JT9 KQ752 J82 JT",
            "8643 T6 T543 A85",
            "52 9843 Q9 KQ632",
            "AKQ7 AJ AK76 974",
        ),
        calls="S P, E P, N P, W 7",
        trump="S",
        plays=(
            "SA S2 S3 S9 SK S5 S4 ST SQ D9 S6 SJ S7 DQ S8 CT CA CJ C4 C2 D3 D2 D6 H3 HA H4 H6 "
            "H2 DA H8 D4 D8 DK H9 D5 DJ C7"
        ),
        right="CK CQ",
    ),
    Spot(
        title="take the ace at once",
        why=(
            "No other trump is out, so the ace of spades cannot be ruffed; the three gives the trick to "
            "the seven."
        ),
        ruleset="saudi-41",
        dealer="E",
        hands=(
            "T82 T543 J9 KQ87",
            "AKJ3 KJ AQ763 95",
            "7654 86 KT82 AT2",
            "Q9 AQ972 54 J643",
        ),
        calls="N P, W P, S P, E 7",
        trump="D",
        plays=("DA D9 D4 D2 DQ DJ D5 DK CA C9 C7 C3 S4 SJ S2 S9 D7 S8 SQ D8 S5 SK ST H2 D6 C8 H7 DT S7"),
        right="SA",
        medium=True,
    ),
    Spot(
        title="cover when the cover wins",
        why=(
            "Declarer leads the ten of trumps: the jack is the highest left, and the eight would only be "
            "drawn with it."
        ),
        ruleset="kaboot-41",
        dealer="S",
        hands=(
            "J862 Q543 AJ7 J2",
            "AQT954 A72 Q 973",
            "K7 JT9 K9632 K86",
            "3 K86 T854 AQT54",
        ),
        calls="E 7, N P, W P, S P",
        trump="S",
        plays=(
            "SA S2 S3 S7 SQ S6 H6 SK D2 DQ DA D4 D7 D8 DK S4 C9 C2 CA C6 C4 C8 C3 CJ DJ D5 D3 "
            "C7 H3 H8 H9 HA ST"
        ),
        right="SJ",
        medium=True,
    ),
    Spot(
        title="second hand plays the winner",
        why=(
            "Nothing above the jack is out and the next hand cannot ruff: ducking may give the trick to "
            "the nine."
        ),
        ruleset="kaboot-31",
        dealer="E",
        hands=(
            "A74 64 KQ94 AQ93",
            "K65 3 JT62 JT752",
            "QJT8 K92 A873 84",
            "932 AQJT875 5 K6",
        ),
        calls="N 7, W 8, S P, E P, N P",
        trump="H",
        plays=(
            "HA H2 H3 H4 HQ HK D2 H6 DA D6 D4 D5 SQ SK SA S2 CA C6 C4 C2 DK H5 D3 DT HJ H9 S5 "
            "C3 HT D7 S6 S4 CK C8 C5 C9 S3"
        ),
        right="SJ ST",
    ),
    Spot(
        title="third hand high",
        why="Partner's three does not win by itself: the queen makes them spend ace or king, or wins.",
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
            "SK D3 DT H2 HT ST H6 S5 D2 H3 H5"
        ),
        right="HQ",
        medium=True,
    ),
    Spot(
        title="third hand high from equals",
        why="The ten is to be beaten, and with queen and jack one of them is enough.",
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
            "SJ H7 H3 D8 HA CJ S4 S5 C5 D5 DT"
        ),
        right="DQ DJ",
        medium=True,
    ),
    Spot(
        title="third hand takes with the ace",
        why="Partner has led low: ten and ace, and only the ace is sure to win.",
        ruleset="levant-61",
        dealer="N",
        hands=(
            "AQ 7 AQT9852 AT9",
            "T75 A532 KJ43 43",
            "KJ9 JT8 6 Q87652",
            "86432 KQ964 7 KJ",
        ),
        calls="W 7, S P, E P, N 8, W P",
        trump="D",
        plays=("DA D7 D6 D3 DQ S2 H8 DK H3 H7 HQ HT H4 HJ H2 C9 C7 C3"),
        right="CA",
        medium=True,
    ),
    Spot(
        title="over partner's ten with the ace",
        why=("The ten would lose to king, queen or jack; the ace takes the trick and brings the set nearer."),
        ruleset="saudi-41",
        dealer="N",
        hands=(
            "A876 43 KQ97654 -",
            "JT3 AKT2 AJ KJT2",
            "Q54 QJ6 T2 Q9754",
            "K92 9875 83 A863",
        ),
        calls="W P, S P, E P, N 7",
        trump="D",
        plays=("DK D3 D2 DA HA H3 H7 H6 HK H4 H5 HJ C2 D9 C3 C4 DQ D8 DT DJ SA S2 S4 S3 S6 S9 S5 ST CT S7"),
        right="CA",
        medium=True,
    ),
    Spot(
        title="over partner's nine with the master",
        why="The king is the highest diamond left: the jack would lose to the queen.",
        ruleset="kaboot-31",
        dealer="S",
        hands=(
            "QJ6 AQ842 73 T43",
            "K42 JT953 Q94 AK",
            "AT9 K7 AT8 QJ862",
            "8753 6 KJ652 975",
        ),
        calls="E 7, N 8, W P, S P, E P",
        trump="H",
        plays=(
            "HA H6 H7 H3 CT C5 C2 CK CA C3 C7 C6 S2 S6 S3 S9 DA D4 D3 D2 SA S4 SJ S5 CQ H9 C4 "
            "C9 SK SQ S8 ST D9 D7"
        ),
        right="DK",
        medium=True,
    ),
    Spot(
        title="the queen and not the ten",
        why="The jack may sit behind this hand: the ten would lose to it, the queen does not.",
        ruleset="levant-41-double",
        score=(19, 40),
        dealer="N",
        hands=(
            "KJ972 QT4 93 AQ9",
            "53 K97 AJT8762 J",
            "AQT64 J653 KQ4 7",
            "8 A82 5 KT865432",
        ),
        calls="W 7, S P, E 8, N P, W 9, E P",
        trump="C",
        plays=("CK C7 CJ CA S2 S8 SA S3 S4 S5 SK C2 CT H3 D2 CQ S7 H2"),
        right="SQ",
        medium=True,
    ),
    Spot(
        title="cash the club that sets",
        why="One trick is missing, only the seven of clubs is out and no trump: the nine takes it.",
        ruleset="kaboot-31",
        dealer="N",
        hands=(
            "862 A74 Q854 J32",
            "AT74 J852 A AT95",
            "J KQ963 KT76 Q76",
            "KQ953 T J932 K84",
        ),
        calls="W 7, S 8, E P, N P, W P",
        trump="H",
        plays=(
            "HK H2 H4 HT HQ H5 H7 D2 H3 H8 HA C4 D4 D3 DK DA SA S2 S3 SJ CA C2 C8 CQ CT CJ CK "
            "C6 SK H6 S7 S6 H9 HJ C3 S5"
        ),
        right="C9",
        medium=True,
    ),
    Spot(
        title="cash the heart that sets",
        why="No heart and no trump is out: the ten cannot lose, and it is the setting trick.",
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
        plays=(
            "SA HJ S7 S4 SK H4 D3 S8 S9 H5 H2 ST HA H8 H6 H9 HK S2 H7 H3 S6 D2 C3 SJ HQ S3 D9 C5 S5 DJ C6 SQ"
        ),
        right="HT",
        medium=True,
    ),
    Spot(
        title="cash the king that sets",
        why="One trick sets nine: no trump is out, and the king of hearts is the highest.",
        ruleset="levant-61",
        dealer="E",
        hands=(
            "2 AJ982 4 KQJ532",
            "A54 KQT3 Q963 64",
            "Q98 65 AKJT872 9",
            "KJT763 74 5 AT87",
        ),
        calls="N 7, W 8, S P, E P, N 9, W P",
        trump="C",
        plays=(
            "CK CA C9 C4 S3 S8 SA S2 S4 C2 S6 S9 CQ C7 D2 C6 CJ C8 H5 S5 C5 CT H6 H3 SK SQ D3 "
            "C3 HA H4 DT HQ H2 H7 D7 HT"
        ),
        right="HK",
        medium=True,
    ),
    Spot(
        title="cash the jack that makes",
        why="One trick is missing, and the jack of hearts is the highest that is left.",
        ruleset="cardems",
        score=(11, 26),
        dealer="S",
        hands=(
            "J85 Q7 AT94 AK54",
            "AT976 9653 J75 3",
            "K32 KT4 Q86 QT98",
            "Q4 AJ82 K32 J762",
        ),
        calls="W P, N P, E 7, S P",
        trump="S",
        plays=(
            "SA S2 S4 S5 ST S3 SQ S8 HA H7 H3 H4 C2 C4 C3 C8 HK H2 HQ H5 D6 D2 DA D5 CA S6 C9 "
            "C6 S9 SK D3 SJ CT CJ C5 H6 DK D4 D7 D8"
        ),
        right="HJ",
        medium=True,
    ),
    Spot(
        title="the king makes the contract",
        why=(
            "One trick is missing: the king is the highest heart left, cashed while opponents still follow."
        ),
        ruleset="cardems",
        dealer="E",
        hands=(
            "AQ 432 T864 QT94",
            "T2 AQ86 KJ A7652",
            "J863 J5 Q97 KJ83",
            "K9754 KT97 A532 -",
        ),
        calls="S P, W 7, N P, E P",
        trump="S",
        plays=(
            "SK SA S2 S3 D4 DJ DQ DA S4 SQ ST S6 C4 C5 CK S5 S9 H2 H6 SJ D7 D2 D6 DK HA H5 H7 "
            "H3 CA C3 D3 C9 C2 C8 S7 CT"
        ),
        right="HK",
        medium=True,
    ),
    Spot(
        title="the ace before the clubs",
        why=(
            "One trick is missing and the next hand has no trump: nothing but the last trump beats the "
            "ace of diamonds."
        ),
        ruleset="levant-31",
        dealer="W",
        hands=(
            "A842 T7 AQ92 AJ5",
            "KQ KQJ9 6543 KT3",
            "9753 A85432 K 86",
            "JT6 6 JT87 Q9742",
        ),
        calls="S 7, E P, N P, W P",
        trump="H",
        plays=(
            "HA H9 H7 H6 H8 HJ HT D7 SK S8 S6 S3 D3 D9 DT DK H5 HQ S2 D8 D4 D2 DJ H2 H4 HK S4 "
            "ST D6 DQ SJ C6 CA C2 C8 C3 SA C4 S5 SQ"
        ),
        right="DA",
        medium=True,
    ),
)
