// "Verify this deal": the deals and the chain of events, worked out anew in the browser (protocol.md, "Fair deals").

import { type Fairness, type MatchEvent, SEATS, type Seat } from "./contract";

type Created = Extract<MatchEvent, { type: "match_created" }>;
type DealStarted = Extract<MatchEvent, { type: "deal_started" }>;

const PACKETS: Record<string, number[]> = { one_by_one: Array<number>(13).fill(1), packets_4_4_5: [4, 4, 5] };
const FRESH_DECK = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => suit + rank));

export interface Verdict {
  /** The published hash is that of the seed which was revealed. */
  seed: boolean;
  /** Deals whose cards are not those of the seed. */
  wrongDeals: number[];
  deals: number;
  /** Every event is in the chain that the server published. */
  chain: boolean;
  events: number;
}

export function isProved(verdict: Verdict): boolean {
  return verdict.seed && verdict.chain && verdict.wrongDeals.length === 0;
}

/** Recomputes everything; needs a page from a secure origin, as crypto.subtle does. */
export async function verify(match: string, events: readonly MatchEvent[], fairness: Fairness): Promise<Verdict> {
  const { ruleset } = (events[0] as Created).data;
  const seed = parseHex(fairness.server_seed ?? "");
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const dealt = events.filter((event) => event.type === "deal_started");
  const wrongDeals: number[] = [];
  for (const { data } of dealt) {
    const clientSeeds = SEATS.map((seat) => fairness.client_seeds[seat]);
    const deck = await shuffled(new Stream(key, [match, data.deal, ...clientSeeds]));
    if (!sameHands(data, layOut(deck, PACKETS[ruleset.dealing]!, ruleset.direction, data.opener))) {
      wrongDeals.push(data.deal);
    }
  }
  return {
    seed: toHex(await sha256(seed)) === fairness.seed_hash,
    wrongDeals,
    deals: dealt.length,
    chain: toHex(await chainOf(events)) === fairness.head?.hash && fairness.head.seq === events.length,
    events: events.length,
  };
}

/** Bytes of HMAC blocks one behind the other, without end. */
class Stream {
  private block = 0;
  private bytes: Uint8Array = new Uint8Array();
  private place = 0;

  constructor(
    private readonly key: CryptoKey,
    private readonly names: (string | number)[],
  ) {}

  async below(bound: number): Promise<number> {
    for (;;) {
      const byte = await this.next();
      if (byte < 256 - (256 % bound)) return byte % bound;
    }
  }

  private async next(): Promise<number> {
    if (this.place === this.bytes.length) {
      const text = ["tarneeb-deal/1", ...this.names, this.block].join(":");
      this.bytes = new Uint8Array(await crypto.subtle.sign("HMAC", this.key, new TextEncoder().encode(text)));
      this.block += 1;
      this.place = 0;
    }
    this.place += 1;
    return this.bytes[this.place - 1]!;
  }
}

async function shuffled(stream: Stream): Promise<string[]> {
  const deck = [...FRESH_DECK];
  for (let last = 51; last >= 1; last -= 1) {
    const place = await stream.below(last + 1);
    [deck[last], deck[place]] = [deck[place]!, deck[last]!];
  }
  return deck;
}

function layOut(deck: string[], packets: number[], direction: string, opener: Seat): Record<Seat, string[]> {
  const hands: Record<Seat, string[]> = { N: [], E: [], S: [], W: [] };
  const step = direction === "clockwise" ? 1 : 3;
  let top = 0;
  for (const packet of packets) {
    for (let turn = 0; turn < 4; turn += 1) {
      const seat = SEATS[(SEATS.indexOf(opener) + step * turn) % 4]!;
      hands[seat].push(...deck.slice(top, top + packet));
      top += packet;
    }
  }
  return hands;
}

function sameHands({ hands }: DealStarted["data"], dealt: Record<Seat, string[]>): boolean {
  return SEATS.every((seat) => [...(hands[seat] ?? [])].sort().join() === [...dealt[seat]].sort().join());
}

async function chainOf(events: readonly MatchEvent[]): Promise<Uint8Array<ArrayBuffer>> {
  let link = new Uint8Array(32);
  for (const event of events) {
    const stored = new TextEncoder().encode(canonical(event));
    const both = new Uint8Array(link.length + stored.length);
    both.set(link);
    both.set(stored, link.length);
    link = await sha256(both);
  }
  return link;
}

/** RFC 8785 JSON of an event as it is stored: players without their names, which are looked up on reading. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const isPlayer = "kind" in value && "id" in value;
  const fields = Object.entries(value)
    .filter(([name]) => !(isPlayer && name === "name"))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(",")}}`;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function parseHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
