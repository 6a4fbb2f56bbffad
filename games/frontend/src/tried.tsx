// Below the felt of a problem: what is asked, the choices, and what each was worth.

import { type Attempt, isSame } from "./attempt";
import { Choices } from "./choices";
import type { Action, Card, ProblemVerdict } from "./contract";
import { question } from "./dock";
import { Hand, type Verdict } from "./hand";
import { actionName, Done, lostPoints, points } from "./marks";
import { _ } from "./words";

interface Props {
  attempt: Attempt;
  next: () => void;
}

export function Tried({ attempt, next }: Props) {
  const { state, seat, verdict, wrong } = attempt;
  const { kind, now } = attempt.problem!;
  const cards = state!.deal!.hands[seat!] ?? [];
  return (
    <section class="dock" aria-label={_("Your hand")}>
      {wrong && (
        <p class="notice" role="alert">
          {wrong}
        </p>
      )}
      {verdict ? (
        <Judged attempt={attempt} verdict={verdict} next={next} />
      ) : (
        <p class="prompt">{_("What is best? %(question)s", { question: question(state!, now) })}</p>
      )}
      {verdict && kind !== "card" && <Worths verdict={verdict} answer={attempt.answer!} />}
      <Choices legal={attempt.legal} act={(action) => void attempt.choose(action)} />
      <Hand
        cards={cards}
        legal={attempt.legal}
        isTurn={kind === "card" && attempt.legal.length > 0}
        pending={null}
        play={(action) => void attempt.choose(action)}
        verdict={(card) => verdict && kind === "card" ? worth(card, verdict, attempt.answer!) : undefined}
      />
    </section>
  );
}

function Judged({ attempt, verdict, next }: Props & { verdict: ProblemVerdict }) {
  const lost = verdict.choices.find(({ action }) => isSame(action, attempt.answer!))?.lost ?? 0;
  return (
    <div class="judged" data-solved={String(verdict.solved)}>
      <p role="status">
        <b class={verdict.solved ? "right" : "not-right"}>
          <span aria-hidden="true">{verdict.solved ? "✓" : "✗"}</span> {verdict.solved ? _("Right!") : _("Not the best.")}
        </b>{" "}
        {!verdict.solved && (
          <>
            {_("Best:")} <Done action={verdict.best} /> · {_("points lost: %(points)s", { points: lostPoints(lost) })}
          </>
        )}
        {verdict.rating !== null && (
          <span class="own-rating" data-rating={verdict.rating}>
            {_("Your rating: %(rating)s", { rating: verdict.rating })}
            {verdict.change !== null && (
              <>
                {" "}
                <bdi dir="ltr">{verdict.change === 0 ? "±0" : points(verdict.change)}</bdi>
              </>
            )}
          </span>
        )}
      </p>
      <div class="row">
        <button type="button" class="primary" data-next onClick={next}>
          {_("Next problem")}
        </button>
        {verdict.match && (
          <a class="button" data-replay href={`/matches/${verdict.match}/?at=${verdict.seq ?? 1}`}>
            {_("See how it went on")}
          </a>
        )}
      </div>
    </div>
  );
}

/** What each call or trump loses, the best first. */
function Worths({ verdict, answer }: { verdict: ProblemVerdict; answer: Action }) {
  const choices = [...verdict.choices].sort((one, other) => one.lost - other.lost);
  return (
    <ul class="worths" aria-label={_("What each choice is worth")}>
      {choices.map(({ action, lost }) => (
        <li key={actionName(action)} class={isSame(action, answer) ? "chosen" : ""} data-worth={lost}>
          <Done action={action} /> {lost === 0 ? <b class="right">✓</b> : <bdi dir="ltr">−{lostPoints(lost)}</bdi>}
          {isSame(action, answer) && <span class="hidden"> {_("(your choice)")}</span>}
        </li>
      ))}
    </ul>
  );
}

function worth(card: Card, verdict: ProblemVerdict, answer: Action): Verdict | undefined {
  const choice = verdict.choices.find(({ action }) => action.action === "play" && action.card === card);
  if (!choice) return undefined;
  const isChosen = isSame(choice.action, answer);
  const loses = choice.lost === 0 ? _("loses nothing") : _("loses %(points)s", { points: lostPoints(choice.lost) });
  return {
    kind: choice.lost === 0 ? "best" : isChosen ? "bad" : "fine",
    isChosen,
    short: choice.lost === 0 ? "✓" : `−${lostPoints(choice.lost)}`,
    words: isChosen ? _("%(worth)s (your choice)", { worth: loses }) : loses,
  };
}
