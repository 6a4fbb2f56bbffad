// What the page knows of one match: frames in, a picture out, actions the other way.

import { alertTurn } from "./alerts";
import { call, ensureSomebody, readable, Refusal } from "./api";
import { Away, recap } from "./away";
import { type Condition, Connection } from "./connection";
import { type Action, type Card, type Frame, type MatchEvent, type Now, SEATS, type Seat, type State, type WonTrick } from "./contract";
import { apply } from "./fold";
import { GATHERING_MS } from "./motion";
import { sound, soundOf } from "./sounds";
import { Talk } from "./talk";

/** A finished trick stays on the table so long, unless the next card comes first. */
const TRICK_STAYS_MS = 1_400;
const NOTICE_STAYS_MS = 6_000;

export interface Told {
  seq: number;
  event: MatchEvent;
}

export class Store {
  state: State | null = null;
  now: Now | null = null;
  condition: Condition = "connecting";
  refusedWith = 0;
  /** What is to be told last, for a while. */
  notice = "";
  /** Events since the page was opened, newest last. */
  told: Told[] = [];
  /** The own card that was tapped and is not yet confirmed. */
  pending: Card | null = null;
  /** Whether an action is on its way. */
  busy = false;
  /** The trick that was won just now: it lies there for a while, then is drawn in. */
  wonTrick: (WonTrick & { isDrawnIn: boolean }) | null = null;
  /** Cards that were played just now and are not drawn yet. */
  readonly arriving = new Set<Card>();
  /** The deal whose result is shown. */
  shownDeal = 0;
  /** What happened while the reader was away, until it is put aside. */
  recap: string[] = [];
  /** Who opened the table. */
  host: string | null = null;
  readonly talk: Talk;
  /** What to add to this clock for the server's, in ms. */
  skew = 0;

  private seq = 0;
  private acts = 0;
  private readonly tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  private readonly connection: Connection;
  private readonly away: Away;
  private readonly listeners = new Set<() => void>();
  private trickTimer = 0;
  private noticeTimer = 0;
  private reclaims: Seat | null = null;

  constructor(
    readonly match: string,
    public me: string,
  ) {
    this.talk = new Talk(match, () => this.changed());
    this.away = new Away(match);
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("pagehide", () => this.leave());
    this.connection = new Connection(
      () => `/ws/v1/matches/${match}/${this.state ? `?after=${this.seq}` : ""}`,
      (frame) => this.hear(frame),
      (condition, code) => {
        if (condition === "open" && this.condition !== "open") void this.talk.load().catch(() => {});
        if (condition === "away") this.leave();
        this.condition = condition;
        this.refusedWith = code;
        if (condition !== "open") this.settle();
        this.changed();
      },
    );
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The seat that is ours, or that we may have back. */
  get seat(): Seat | null {
    return this.sitting ?? this.reclaims;
  }

  /** The seat that we play. */
  get sitting(): Seat | null {
    const { state, me } = this;
    return (me && state && SEATS.find((seat) => state.seats[seat]?.player.id === me)) || null;
  }

  /** Whether a bot plays the seat whose hand we still see. */
  get isReplaced(): boolean {
    return this.sitting === null && this.reclaims !== null && !this.state?.result;
  }

  get isOurTurn(): boolean {
    return this.now?.turn != null && this.now.turn === this.sitting;
  }

  get legal(): Action[] {
    return this.busy || this.condition !== "open" ? [] : (this.now?.legal ?? []);
  }

  act(action: Action): void {
    if (this.busy) return;
    this.acts += 1;
    const id = `${this.tab}-${this.acts}`;
    if (!this.connection.send({ type: "action", id, expected_seq: this.seq, ...action })) return;
    this.busy = true;
    if (action.action === "play") this.lay(action.card);
    this.shownDeal = 0;
    this.changed();
  }

  /** A call about the table; true when it was done. */
  async post(what: string, body: object = {}): Promise<boolean> {
    try {
      await call("POST", `matches/${this.match}/${what}/`, body);
      return true;
    } catch (error) {
      this.say(error);
      return false;
    }
  }

  async join(seat: Seat): Promise<void> {
    try {
      if (!this.me) {
        this.me = await ensureSomebody("");
        this.connection.restart();
      }
    } catch (error) {
      this.say(error);
      return;
    }
    await this.post("join", { seat });
  }

  /** Give up the seat, and go. */
  async leaveTable(): Promise<void> {
    if (await this.post("leave")) location.assign("/");
  }

  async rematch(): Promise<void> {
    try {
      const { id } = await call<{ id: string }>("POST", `matches/${this.match}/rematch/`, {});
      location.assign(`/matches/${id}/`);
    } catch (error) {
      this.say(error);
    }
  }

  dismissDeal(): void {
    this.shownDeal = 0;
    this.changed();
  }

  dismissRecap(): void {
    this.recap = [];
    this.changed();
  }

  say(error: unknown): void {
    this.tell(readable(error));
  }

  /** Shown for a while. */
  tell(text: string): void {
    this.notice = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => {
      this.notice = "";
      this.changed();
    }, NOTICE_STAYS_MS);
    this.changed();
  }

  /** Something that is not of the match has changed what is drawn. */
  redraw(): void {
    this.changed();
  }

  private hear(frame: Frame): void {
    switch (frame.type) {
      case "snapshot":
        this.state = frame.state;
        this.host = frame.host;
        this.seq = frame.seq;
        this.reclaims = this.visibleHand();
        this.settle();
        this.note(frame.now, frame.server_time);
        this.look();
        break;
      case "events":
        this.follow(frame);
        break;
      case "message":
        this.talk.hear(frame, frame.player.id === this.me);
        break;
      case "presence": {
        const seat = this.state?.seats[frame.seat];
        if (seat) seat.connected = frame.connected;
        break;
      }
      case "pong":
        if (frame.head > this.seq) this.connection.restart();
        break;
      case "error":
        this.settle();
        this.say(new Refusal(frame.code, frame.detail));
        if (frame.code === "stale_seq") this.connection.restart();
        break;
    }
    this.changed();
  }

  private follow(frame: Extract<Frame, { type: "events" }>): void {
    const fresh = frame.events.filter((event) => event.seq > this.seq);
    if (this.state === null || (fresh[0] && fresh[0].seq !== this.seq + 1)) {
      this.connection.restart();
      return;
    }
    for (const event of fresh) {
      this.watchOwnSeat(event);
      apply(this.state, event);
      this.mark(event);
      soundOf(event, this.sitting);
      this.told.push({ seq: event.seq, event });
    }
    this.told.splice(0, this.told.length - 200);
    this.seq = Math.max(this.seq, frame.seq);
    if (fresh.length) this.settle();
    this.note(frame.now, frame.server_time);
    this.look();
  }

  /** Out of sight, or without a line. */
  private leave(): void {
    if (this.state && this.sitting && !this.state.result) this.away.leave(this.seq);
  }

  /** Whether the reader sees the table; who was away is told of it. */
  private look(): void {
    if (document.hidden) {
      this.leave();
      return;
    }
    const own = this.seat;
    if (!this.state || !own || this.condition !== "open") return;
    void this.away.missed().then((events) => {
      if (!events) return;
      this.recap = recap(events, this.state!, own);
      this.changed();
    }, () => {});
  }

  /** Who loses the seat to a bot may have it back as long as the server shows them its hand. */
  private watchOwnSeat(event: MatchEvent): void {
    if (event.type === "seat_forfeited" && this.sitting === event.data.seat) {
      this.reclaims = event.data.reason === "timeout" ? event.data.seat : null;
    } else if (event.type === "seat_reclaimed") {
      this.reclaims = null;
    } else if (event.type === "deal_started" && this.reclaims && !event.data.hands[this.reclaims]) {
      this.reclaims = null;
    }
  }

  /** The own card, before the server has confirmed it. */
  private lay(card: Card): void {
    this.pending = card;
    this.arriving.add(card);
    this.drawIn();
  }

  private mark(event: MatchEvent): void {
    switch (event.type) {
      case "card_played":
        if (event.data.card !== this.pending) this.arriving.add(event.data.card);
        this.drawIn();
        return;
      case "trick_won":
        this.wonTrick = { ...this.state!.deal!.last_trick!, isDrawnIn: false };
        this.inAWhile(TRICK_STAYS_MS, () => this.drawIn());
        return;
      case "deal_scored":
        this.shownDeal = event.data.deal;
        return;
      case "trump_named":
        this.shownDeal = 0;
    }
  }

  private drawIn(): void {
    if (!this.wonTrick || this.wonTrick.isDrawnIn) return;
    this.wonTrick.isDrawnIn = true;
    this.inAWhile(GATHERING_MS, () => (this.wonTrick = null));
  }

  /** What becomes of the trick that was won; whatever else was to become of it does not. */
  private inAWhile(milliseconds: number, then: () => void): void {
    clearTimeout(this.trickTimer);
    this.trickTimer = setTimeout(() => {
      then();
      this.changed();
    }, milliseconds);
  }

  private visibleHand(): Seat | null {
    const { state } = this;
    if (!state?.deal || state.result || this.sitting) return null;
    const { hands } = state.deal;
    return SEATS.find((seat) => hands[seat] !== null) ?? null;
  }

  private note(now: Now, serverTime: string): void {
    const wasOurs = this.isOurTurn;
    this.now = now;
    if (this.isOurTurn && !wasOurs) {
      sound("turn");
      void alertTurn(this.match);
    }
    this.skew = Date.parse(serverTime) - Date.now();
  }

  private settle(): void {
    this.busy = false;
    this.pending = null;
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
