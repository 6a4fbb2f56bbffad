// What people read: Django's catalogue, which the page loads before this script.

import type { Player, Reason, Seat, Suit, Trump } from "./contract";
import { preference } from "./prefs";

declare global {
  interface Window {
    gettext(text: string): string;
    ngettext(one: string, many: string, count: number): string;
  }
}

/** That of the text, which the table itself does not follow. */
export const direction = document.dir === "rtl" ? "rtl" : "ltr";

type Values = Record<string, string | number>;

/** The text in the page's language, with `%(name)s` filled in. */
export function _(text: string, values: Values = {}): string {
  return filled(window.gettext(text), values);
}

/** The text for a number of things; `%(count)s` is that number. */
export function _n(one: string, many: string, count: number, values: Values = {}): string {
  return filled(window.ngettext(one, many, count), { count, ...values });
}

function filled(text: string, values: Values): string {
  return text.replace(/%\((\w+)\)s/g, (whole, name: string) => written(values[name] ?? whole));
}

/** A number in the digits that the reader has chosen; other text as it is. */
export function written(value: string | number): string {
  if (typeof value !== "number" || document.documentElement.lang !== "ar" || !preference("arabicDigits")) {
    return String(value);
  }
  return String(value).replace(/[0-9]/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]!);
}

/** With its sign, nothing for nought. */
export function signed(value: number): string {
  return (value > 0 ? "+" : value < 0 ? "−" : "") + written(Math.abs(value));
}

const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };

/** A moment in words, by the parts asked for; its digits as `written` has them. */
export function dateText(time: string | number, parts = DAY): string {
  const { lang } = document.documentElement;
  const numberingSystem = lang === "ar" && preference("arabicDigits") ? "arab" : "latn";
  return new Intl.DateTimeFormat(lang, { calendar: "gregory", numberingSystem, ...parts }).format(new Date(time));
}

export function seatName(seat: Seat): string {
  return { N: _("North"), E: _("East"), S: _("South"), W: _("West") }[seat];
}

export function playerName(player: Player): string {
  return player.kind === "bot" ? _("Bot (%(level)s)", { level: levelName(player.name) }) : player.name;
}

function levelName(level: string): string {
  const names: Record<string, string> = {
    easy: _("easy"),
    medium: _("medium"),
    strong: _("strong"),
    random: _("random"),
  };
  return names[level] ?? level;
}

export function trumpName(trump: Trump): string {
  return {
    S: _("spades"),
    H: _("hearts"),
    D: _("diamonds"),
    C: _("clubs"),
    NT: _("no trump"),
  }[trump];
}

const RANKS: Record<string, () => string> = {
  A: () => _("ace"),
  K: () => _("king"),
  Q: () => _("queen"),
  J: () => _("jack"),
};

/** As in a card's corner: `A`, `10`, `2`. */
export function rankMark(card: string): string {
  return card[1] === "T" ? "10" : card.slice(1);
}

/** As spoken: "ace of spades". */
export function cardName(card: string): string {
  const rank = RANKS[card.slice(1)]?.() ?? rankMark(card);
  return _("%(rank)s of %(suit)s", { rank, suit: trumpName(card[0] as Suit) });
}

export function bidName(amount: number, noTrump: boolean): string {
  return noTrump ? _("%(amount)s no trump", { amount }) : written(amount);
}

export function reasonText(reason: Reason): string {
  return {
    target: _("The target was reached."),
    bid13: _("The bid of 13 decided the match."),
    forfeit: _("The other side gave up its seats."),
    aborted: _("The match was broken off."),
    voided: _("A fault of the server ended the match; it does not count."),
    limit: _("The limit of deals was reached."),
  }[reason];
}
