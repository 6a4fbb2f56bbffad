// What is said at the table: emotes, phrases and, where it is casual, plain text.

import { call } from "./api";
import type { Message, Seat } from "./contract";
import { remember, remembered } from "./memory";
import { preference } from "./prefs";
import { sound } from "./sounds";
import { _ } from "./words";

const BUBBLE_STAYS_MS = 6_000;
const KEPT = 50;
const MUTED_KEY = "tarneeb.muted";

/** By the ids of games/phrases.py. */
export const EMOTES: Record<string, { mark: string; name: () => string }> = {
  wave: { mark: "👋", name: () => _("waves") },
  smile: { mark: "🙂", name: () => _("smiles") },
  laugh: { mark: "😄", name: () => _("laughs") },
  clap: { mark: "👏", name: () => _("claps") },
  rose: { mark: "🌹", name: () => _("gives a rose") },
  coffee: { mark: "☕", name: () => _("has a coffee") },
  wow: { mark: "😮", name: () => _("is amazed") },
  sad: { mark: "😢", name: () => _("is sad") },
};

export const PHRASES: Record<string, () => string> = {
  hello: () => _("Hello!"),
  good_luck: () => _("Good luck!"),
  well_played: () => _("Well played!"),
  thanks: () => _("Thank you!"),
  sorry: () => _("Sorry!"),
  never_mind: () => _("Never mind."),
  oops: () => _("Oops!"),
  one_moment: () => _("One moment."),
  back: () => _("I am back."),
  hurry_up: () => _("Your turn, friend."),
  good_game: () => _("Good game!"),
  rematch: () => _("Once more?"),
  bye: () => _("Goodbye!"),
};

/** What a bubble shows. What is not known here yet stays as it came: plain text, never markup. */
export function wording({ kind, value }: Message): string {
  if (kind === "emote") return EMOTES[value]?.mark ?? value;
  return kind === "phrase" ? (PHRASES[value]?.() ?? value) : value;
}

/** What is read out. */
export function spoken({ kind, value }: Message): string {
  return kind === "emote" ? (EMOTES[value]?.name() ?? value) : wording({ kind, value } as Message);
}

export class Talk {
  /** Oldest first. */
  messages: Message[] = [];
  unread = 0;
  private readonly bubbles = new Map<Seat, Message>();
  private readonly muted = new Set<string>(remembered<string[]>(MUTED_KEY, []));

  constructor(
    private readonly match: string,
    private readonly changed: () => void,
  ) {}

  /** What was said while nobody listened here. */
  async load(): Promise<void> {
    const { results } = await call<{ results: Message[] }>("GET", `matches/${this.match}/messages/`);
    this.messages = results.slice(0, KEPT).reverse();
    this.changed();
  }

  hear(message: Message, isOwn: boolean): void {
    if (this.messages.some(({ id }) => id === message.id)) return;
    this.messages = [...this.messages, message].slice(-KEPT);
    if (!this.isHeard(message)) return;
    if (!isOwn) {
      this.unread += 1;
      sound("message");
    }
    this.bubbles.set(message.seat, message);
    setTimeout(() => {
      if (this.bubbles.get(message.seat) === message) this.bubbles.delete(message.seat);
      this.changed();
    }, BUBBLE_STAYS_MS);
    this.changed();
  }

  async say(channel: Message["channel"], kind: Message["kind"], value: string): Promise<void> {
    this.hear(await call<Message>("POST", `matches/${this.match}/messages/`, { channel, kind, value }), true);
  }

  get heard(): Message[] {
    return this.messages.filter((message) => this.isHeard(message));
  }

  bubbleOf(seat: Seat): Message | undefined {
    const message = this.bubbles.get(seat);
    return message && this.isHeard(message) ? message : undefined;
  }

  isMuted(player: string): boolean {
    return this.muted.has(player);
  }

  mute(player: string, silent: boolean): void {
    if (silent) this.muted.add(player);
    else this.muted.delete(player);
    remember(MUTED_KEY, [...this.muted]);
    this.changed();
  }

  private isHeard(message: Message): boolean {
    return !preference("quiet") && !this.muted.has(message.player.id);
  }
}
