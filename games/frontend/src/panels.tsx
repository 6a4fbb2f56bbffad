// What lies over or beside the table: score sheet, last trick, a deal's result, the match's end.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Card, TrumpMark } from "./cards";
import { type Seat, type Side, sideOf, type State } from "./contract";
import { placeOf } from "./felt";
import type { Store } from "./store";
import { sentence, who } from "./tell";
import { _, bidName, direction, reasonText, signed, written } from "./words";

/** A side as the reader knows it. */
export function sideName(side: Side, own: Seat | null): string {
  if (own) return side === sideOf(own) ? _("We") : _("They");
  return side === "NS" ? _("North–South") : _("East–West");
}

/** Both sides, one's own first. */
export function sides(own: Seat | null): [Side, Side] {
  return own && sideOf(own) === "EW" ? ["EW", "NS"] : ["NS", "EW"];
}

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} onClose={close} onClick={(event) => event.target === box.current && box.current?.close()}>
      <div class="sheet">
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={_("Close")} onClick={() => box.current?.close()}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

export function ScoreSheet({ state, own }: { state: State; own: Seat | null }) {
  const [first, second] = sides(own);
  if (!state.deals.length) return <p class="muted">{_("No deal has been scored yet.")}</p>;
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">{_("Deal")}</th>
          <th scope="col">{_("Bid")}</th>
          <th scope="col">{_("Tricks")}</th>
          <th scope="col">{sideName(first, own)}</th>
          <th scope="col">{sideName(second, own)}</th>
        </tr>
      </thead>
      <tbody>
        {state.deals.map((deal) => (
          <tr key={deal.deal}>
            <th scope="row">{written(deal.deal)}</th>
            <td>
              <span class="bid-cell">
                {written(deal.amount)} <TrumpMark trump={deal.trump} />
              </span>
              <small class={deal.made ? "good" : "bad"}>{deal.made ? _("made") : _("set")}</small>
            </td>
            <td>
              <bdi dir="ltr">
                {written(deal.tricks[first])} : {written(deal.tricks[second])}
              </bdi>
            </td>
            {[first, second].map((side) => (
              <td key={side}>
                <small class="muted" dir="ltr">
                  {signed(deal.points[side])}
                </small>{" "}
                <b dir="ltr">{written(deal.score[side])}</b>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LastTrick({ state, own }: { state: State; own: Seat | null }) {
  const trick = state.deal?.last_trick;
  if (!trick) return <p class="muted">{_("No trick has been played yet.")}</p>;
  return (
    <div class="last-trick">
      <div class="trick" dir="ltr">
        {trick.plays.map(({ seat, card }) => (
          <div key={card} class={`at-${placeOf(seat, own ?? "S")}`}>
            <Card card={card} wins={trick.winner === seat} />
          </div>
        ))}
      </div>
      <p>{_("Trick won by: %(who)s", { who: who(state, trick.winner, own) })}</p>
    </div>
  );
}

/** The deal just scored, until the next one is under way or it is put aside. */
export function DealResult({ store }: { store: Store }) {
  const state = store.state!;
  const own = store.seat;
  const deal = state.deals.find((scored) => scored.deal === store.shownDeal);
  if (!deal || state.result) return null;
  return (
    <div class="over" dir={direction}>
      <p>
        {_("%(who)s: bid %(bid)s", { who: who(state, deal.declarer, own), bid: bidName(deal.amount, false) })}{" "}
        <TrumpMark trump={deal.trump} />
        {" · "}
        <b class={deal.made ? "good" : "bad"}>{deal.made ? _("made") : _("set")}</b>
      </p>
      <dl>
        {sides(own).map((side) => (
          <div key={side}>
            <dt>{sideName(side, own)}</dt>
            <dd dir="ltr">{signed(deal.points[side])}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="quiet" data-dismiss onClick={() => store.dismissDeal()}>
        {_("Go on")}
      </button>
    </div>
  );
}

/** What was missed, for who has been away. */
export function Recap({ store }: { store: Store }) {
  if (!store.recap.length) return null;
  return (
    <div class="over recap" dir={direction} role="status" data-recap>
      <h2>{_("While you were away")}</h2>
      <ul>
        {store.recap.map((line, place) => (
          <li key={place}>{line}</li>
        ))}
      </ul>
      <button type="button" class="primary" onClick={() => store.dismissRecap()}>
        {_("Go on")}
      </button>
    </div>
  );
}

interface ResultProps {
  state: State;
  own: Seat | null;
  match: string;
  /** Of who may ask for the same four again. */
  rematch?: () => void;
}

export function MatchResult({ state, own, match, rematch }: ResultProps) {
  const { result, score } = state;
  if (!result) return null;
  return (
    <div class="over" dir={direction} data-result={result.winner ?? "none"}>
      <h2>{verdict(result.winner, own)}</h2>
      <p class="final" dir="ltr">
        {sides(own)
          .map((side) => written(score[side]))
          .join(" : ")}
      </p>
      <p>{reasonText(result.reason)}</p>
      <div class="row">
        {rematch && (
          <button type="button" class="primary" data-rematch onClick={rematch}>
            {_("Rematch")}
          </button>
        )}
        <a class="button" data-replay href={`/matches/${match}/?at=1`}>
          {_("Replay")}
        </a>
        <a class="button" href="/">
          {_("To the lobby")}
        </a>
      </div>
    </div>
  );
}

function verdict(winner: Side | null, own: Seat | null): string {
  if (winner === null) return _("Nobody won");
  if (!own) return winner === "NS" ? _("North–South won") : _("East–West won");
  return winner === sideOf(own) ? _("You won") : _("You lost");
}

const TOLD = 40;

/** The latest events, newest first. */
export function Story({ store }: { store: Store }) {
  const lines = [];
  for (let place = store.told.length - 1; place >= 0 && lines.length < TOLD; place--) {
    const { seq, event } = store.told[place]!;
    const text = sentence(event, store.state!, store.seat);
    if (text) lines.push(<li key={seq}>{text}</li>);
  }
  return <ol class="story">{lines}</ol>;
}

