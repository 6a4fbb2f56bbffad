// A socket that comes back: with growing pauses, at once when the network or the page wakes.

import type { ClientFrame, Frame } from "./contract";

const PAUSES_MS = [300, 1_000, 2_000, 4_000, 8_000];
const PING_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 8_000;
/** The server says with these that coming back is of no use. */
const FINAL = [4401, 4403, 4404];

export type Condition = "connecting" | "open" | "away" | "refused";

export class Connection {
  private socket: WebSocket | null = null;
  private failures = 0;
  private retry = 0;
  private silence = 0;
  private ended = false;

  /** `path` is asked anew each time: it may name what was last seen. */
  constructor(
    private readonly path: () => string,
    private readonly hear: (frame: Frame) => void,
    private readonly told: (condition: Condition, code: number) => void,
  ) {
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
    setInterval(() => this.ping(), PING_EVERY_MS);
    this.open();
  }

  /** Whether the frame is on its way. */
  send(frame: ClientFrame): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Leave this socket for a new one: who is signed in, or what was seen, has changed. */
  restart(): void {
    this.drop();
    this.failures = 0;
    this.ended = false;
    this.open();
  }

  private open(): void {
    clearTimeout(this.retry);
    this.told(this.failures ? "away" : "connecting", 0);
    const address = new URL(this.path(), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heard();
      this.hear(JSON.parse(message.data as string) as Frame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = 0;
    if (this.failures || this.socket?.readyState === WebSocket.OPEN) {
      this.failures = 0;
      this.told("open", 0);
    }
  }

  private closed(code: number): void {
    this.drop();
    if (FINAL.includes(code)) {
      this.ended = true;
      this.told("refused", code);
      return;
    }
    const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)]!;
    this.failures += 1;
    this.told("away", code);
    this.retry = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2));
  }

  private lose(): void {
    if (!this.ended) this.closed(0);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    this.silence = 0;
    socket?.close();
  }

  private wake(): void {
    if (this.ended) return;
    if (this.socket === null) this.open();
    else this.ping();
  }

  private ping(): void {
    if (this.silence || !this.send({ type: "ping" })) return;
    this.silence = setTimeout(() => this.closed(0), ANSWER_WITHIN_MS);
  }
}
