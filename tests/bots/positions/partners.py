"""Partner's tricks: to be left alone, as long as they stand."""

from .spot import Spot

PARTNERS = (
    Spot(
        title="leave partner's trick",
        why=(
            "Partner's queen wins already: a spade that loses anyway goes, the trumps take two more tricks."
        ),
        ruleset="kaboot-31",
        dealer="E",
        hands=(
            "8 AKQ9 J9 AKQT64",
            "AK543 853 65 J87",
            "JT976 T74 AQ742 -",
            "Q2 J62 KT83 9532",
        ),
        calls="N 7, W P, S P, E P",
        trump="C",
        plays=(
            "CA C5 S6 C7 CK C2 S7 C8 CQ C3 H4 CJ CT C9 H7 H3 HA H2 HT H5 HK H6 S9 H8 HQ HJ ST "
            "D5 H9 S2 SJ D6 D9 D3 DA S3 D2 S4 DJ DK DT DQ S5"
        ),
        right="S8",
        medium=True,
    ),
    Spot(
        title="leave partner's king",
        why=(
            "Nobody can take the king of clubs from partner. The nine of hearts goes: a loser less and no "
            "trump spent."
        ),
        ruleset="cardems-es",
        score=(24, 9),
        dealer="W",
        hands=(
            "A83 J82 JT6 Q852",
            "Q752 K976 AQ9 97",
            "J96 AQT5 K432 A4",
            "KT4 43 875 KJT63",
        ),
        calls="S 7, E 8, N P, W P, S P",
        trump="S",
        plays=(
            "S2 S3 SK S6 ST S9 S5 SA C2 C3 CA C7 HA H6 H2 H3 C4 C9 C5 C6 SQ S8 S4 SJ DA D6 D5 "
            "D2 HK H8 H4 H5 H7 HJ D7 HT C8 CK D3"
        ),
        right="H9",
        medium=True,
    ),
    Spot(
        title="no trump on partner's ten",
        why="Partner's ten of spades takes the trick in the last seat; the nine of hearts was a loser.",
        ruleset="kaboot-31",
        dealer="N",
        hands=(
            "AQ843 KJ 93 A864",
            "976 A93 AKQJ85 J",
            "2 Q874 742 KT952",
            "KJT5 T652 T6 Q73",
        ),
        calls="W P, S 7, E 8, N P, S P",
        trump="D",
        plays=(
            "DA D9 D6 D2 DK D3 DT D4 DQ C4 H2 D7 HA HJ H5 H4 S6 S3 SK S2 SJ C2 S7 SQ CA C3 C5 "
            "CJ HK H6 H7 H3 SA S5 H8 S9 S4 ST C9"
        ),
        right="H9",
        medium=True,
    ),
    Spot(
        title="keep all trumps for the slam",
        why="Partner takes this one; the four trumps and it are all 13, which score twice the bid.",
        ruleset="levant-41-double",
        dealer="E",
        hands=(
            "T865 53 QT82 T72",
            "KQJ9 KQ72 J75 98",
            "742 JT864 K643 J",
            "A3 A9 A9 AKQ6543",
        ),
        calls="N P, W 8, S P, E P",
        trump="C",
        plays=(
            "CA CJ C8 C2 CK H4 C9 C7 CQ H6 D5 CT SA S2 S9 S5 DA D3 D7 D2 HA H8 H2 H3 S3 S4 SJ "
            "S6 HK H5 H9 HT SK S8"
        ),
        right="D9",
        medium=True,
    ),
    Spot(
        title="do not ruff partner's king",
        why="Partner's king of spades stands: clubs, which lose, go on it, and trumps stay for them.",
        ruleset="saudi-41",
        dealer="N",
        hands=(
            "T AKT652 42 6432",
            "AJ73 Q Q96 AQJ97",
            "K54 843 KT73 KT8",
            "Q9862 J97 AJ85 5",
        ),
        calls="W P, S P, E 7, N 8, E P",
        trump="H",
        plays=("HA H7 H3 HQ HK H9 H4 C7 HT HJ H8 D6 DA D3 D9 D2 S2 S4 SA ST CA C2 C5 C8 DQ D4 D5 DK SK S3"),
        right="C6 C4 C3",
        medium=True,
    ),
    Spot(
        title="throw the last heart on partner's queen",
        why=(
            "Partner's queen of diamonds is the highest left; with no heart in hand the next one can be "
            "ruffed."
        ),
        ruleset="cardems",
        dealer="E",
        hands=(
            "74 K73 65 KJ8543",
            "JT9 QJ952 AJ4 62",
            "K852 T64 KQ82 97",
            "AQ63 A8 T973 AQT",
        ),
        calls="S P, W P, N 7, E P",
        trump="C",
        plays=(
            "CK C2 C7 CA HA H3 H2 H4 SA S4 S9 S2 D3 D5 DA D2 H5 H6 H8 HK CJ C6 C9 CQ S3 S7 ST "
            "SK DK D7 D6 D4 DQ DT"
        ),
        right="H7",
        medium=True,
    ),
    Spot(
        title="ruff what partner cannot hold",
        why=(
            "The nine of hearts looks like partner's trick, but the ten is out behind it: the last trump "
            "makes sure."
        ),
        ruleset="levant-61",
        dealer="E",
        hands=(
            "J2 J64 AQ43 T875",
            "873 98532 KJ6 93",
            "A4 AKT7 T952 KJ6",
            "KQT965 Q 87 AQ42",
        ),
        calls="N P, W 7, S P, E P",
        trump="S",
        plays=(
            "SK SA S3 S2 HA H2 H4 HQ HK H3 H6 S5 SQ S4 S7 SJ ST C6 S8 D3 CA CJ C3 C7 C2 CK C9 "
            "C5 D2 D6 DA D7 HJ S6 H7 H5 CQ D5 DJ C8 D8 D9 DK D4 H9 CT"
        ),
        right="S9",
        medium=True,
    ),
    Spot(
        title="ruff what partner is going to lose",
        why=(
            "The jack and the ten of spades may sit behind partner's nine, but no trump: the king of "
            "clubs is sure."
        ),
        ruleset="levant-61",
        score=(52, 23),
        dealer="N",
        hands=(
            "JT8542 A8 J987 9",
            "K 6532 AT53 KQJ3",
            "A63 KQJT94 KQ6 8",
            "Q97 7 42 AT76542",
        ),
        calls="W 7, S P, E P, N P",
        trump="C",
        plays=("CA C8 C3 C9 CT S3 CJ D7 DA D8 D2 D6 D3 D9 D4 DQ SA SK S2 S7 DK D5 DJ C2 SQ S6 H2 S4 S9 H4"),
        right="CK CQ",
    ),
    Spot(
        title="lead to partner's void",
        why=(
            "North has no diamond left and, as West has no spade, one of the trumps that are out: declarer "
            "draws it once in, so it ruffs now."
        ),
        ruleset="levant-41",
        dealer="S",
        hands=(
            "T9765 754 43 K52",
            "AKQ43 A92 A AT86",
            "8 T83 JT975 J943",
            "J2 KQJ6 KQ862 Q7",
        ),
        calls="E 8, N P, W P, S P",
        trump="S",
        plays=(
            "SA ST SJ S8 CT C2 C7 CJ H8 H2 H7 HJ S2 D7 S4 S5 H4 HQ HT H9 D8 DJ DA D3 S3 S6 H6 C9 D4 D6 DT "
            "C8 D9 C6 CK D2"
        ),
        right="D5",
        medium=True,
    ),
)
