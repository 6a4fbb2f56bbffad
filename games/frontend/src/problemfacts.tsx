// Beside a problem: where it comes from and how hard it is, and the deal until then.

import type { Attempt } from "./attempt";
import { SuitMark } from "./cards";
import type { Problem, Suit, WonTrick } from "./contract";
import { Done } from "./marks";
import { type Presets, presetName } from "./tables";
import { _, _n, bidName, cardName, dateText, rankMark, seatName, trumpName, written } from "./words";

interface Props {
  attempt: Attempt;
  /** Of the daily one. */
  address: string;
  next: () => void;
}

export function About({ attempt, address, next }: Props) {
  const { level, rating, attempts, solved, day, state } = attempt.problem!;
  const levels = { easy: _("easy"), medium: _("medium"), hard: _("hard") };
  return (
    <>
      <h2>{day ? _("Problem of the day") : _("Problem")}</h2>
      {day && (
        <p class="muted">
          <time dateTime={day}>{dateText(day)}</time>
        </p>
      )}
      <dl class="counts">
        <div>
          <dt>{_("Level")}</dt>
          <dd>{levels[level]}</dd>
        </div>
        <div>
          <dt>{_("Rating")}</dt>
          <dd>{written(rating)}</dd>
        </div>
        <div>
          <dt>{_("Your rating")}</dt>
          <dd data-own-rating>{attempt.rating === null ? "–" : written(attempt.rating)}</dd>
        </div>
      </dl>
      <p class="muted">
        {_n("%(count)s attempt", "%(count)s attempts", attempts)}
        {attempts > 0 && <> · {_("solved: %(percent)s%", { percent: Math.round((100 * solved) / attempts) })}</>}
        {" · "}
        {presetName(JSON.parse(document.getElementById("problem")!.dataset.presets!) as Presets, state.ruleset)}
      </p>
      {attempt.verdict && attempt.verdict.rating === null && (
        <p>
          <a href={`/account/login/?next=${encodeURIComponent(location.pathname)}`}>{_("Sign in to have a rating of your own")}</a>
        </p>
      )}
      <p class="row">
        {!day && (
          <a class="button" href={address}>
            {_("Problem of the day")}
          </a>
        )}
        <button type="button" onClick={next}>
          {_("Another problem")}
        </button>
      </p>
    </>
  );
}

/** All that was called and played, as everybody at the table saw it. */
export function SoFar({ problem }: { problem: Problem }) {
  const deal = problem.state.deal!;
  const tricks = problem.played;
  return (
    <section class="so-far">
      <h2>{_("Auction")}</h2>
      <ol class="calls-line">
        {deal.calls.map(({ seat, call, no_trump }, place) => (
          <li key={place}>
            <small>{seatName(seat)}</small> {call === "pass" ? _("Pass") : <b>{bidName(call, no_trump)}</b>}
          </li>
        ))}
        {deal.contract?.trump && deal.contract.trump !== "NT" && (
          <li>
            <small>{seatName(deal.contract.declarer)}</small>{" "}
            <Done action={{ action: "name_trump", trump: deal.contract.trump }} />
            <span class="hidden">{trumpName(deal.contract.trump)}</span>
          </li>
        )}
        {!deal.calls.length && <li class="muted">{_("Nobody has called yet.")}</li>}
      </ol>
      {tricks.length > 0 && (
        <>
          <h2>{_("Tricks")}</h2>
          <ol class="tricks">
            {tricks.map((trick, place) => (
              <PlayedTrick key={place} trick={trick} number={place + 1} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function PlayedTrick({ trick, number }: { trick: WonTrick; number: number }) {
  return (
    <li>
      <b class="number">{written(number)}</b>
      <span dir="ltr" class="trick-line">
        {trick.plays.map(({ seat, card }) => (
          <span key={card} class={`step ${seat === trick.winner ? "winner" : ""}`} role="img" aria-label={_("%(who)s: %(card)s.", { who: seatName(seat), card: cardName(card) })}>
            {rankMark(card)}
            <SuitMark suit={card[0] as Suit} />
          </span>
        ))}
      </span>
      <small class="muted">{_("%(leader)s led, %(winner)s won", { leader: seatName(trick.leader), winner: seatName(trick.winner) })}</small>
    </li>
  );
}
