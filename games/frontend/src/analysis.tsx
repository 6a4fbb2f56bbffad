// Beside the replay: how the match was played, for who asks: accuracy, turning points, what each deal allowed.

import { TrumpMark } from "./cards";
import { type AnalysedDeal, type Analysis, SEATS, type Trump } from "./contract";
import type { Insight } from "./insight";
import { Done, lostPoints, Mark, points } from "./marks";
import { sideName, sides } from "./panels";
import type { Playback } from "./playback";
import { who } from "./tell";
import { _, _n, seatName, trumpName, written } from "./words";

interface Props {
  playback: Playback;
  insight: Insight;
  /** Whether the reader may ask for it. */
  isSignedIn: boolean;
  /** What a jump to a step does besides. */
  jumped?: () => void;
}

export function AnalysisPanel(props: Props) {
  const { playback, insight } = props;
  const { body } = insight;
  const here = insight.deal(playback.record.dealAt(playback.at)?.deal ?? 0);
  return (
    <div class="analysis" data-analysis={body?.status ?? ""}>
      {body?.status !== "done" && <Asking {...props} />}
      {body?.accuracy && <Accuracy playback={playback} body={body} />}
      {body?.status === "done" && <TurningPoints {...props} />}
      {here && <Contracts deal={here} playback={playback} />}
      {body && body.deals.length > 0 && <Explained body={body} />}
    </div>
  );
}

function Asking({ insight, isSignedIn }: Props) {
  const { body, wrong } = insight;
  if (insight.isUnderWay) {
    return (
      <div role="status" aria-live="polite">
        <p>
          <span class="spinner" aria-hidden="true" />{" "}
          {body!.of > 0
            ? _n("%(done)s of %(count)s deal analysed", "%(done)s of %(count)s deals analysed", body!.of, { done: body!.done })
            : _("The analysis is waiting for its turn.")}
        </p>
        <progress max={Math.max(1, body!.of)} value={body!.done} aria-label={_("Progress of the analysis")} />
        <p class="muted">{_("You may go on looking, or come back later.")}</p>
      </div>
    );
  }
  return (
    <>
      <p>{_("What was each card worth? Every deal is solved: what each call and card lost, and what was better.")}</p>
      {body?.status === "failed" && (
        <p role="alert">
          {body.why === "no_solver"
            ? _("This server has no solver, so matches cannot be analysed here.")
            : _("The analysis did not come to an end. It may be asked for again.")}
        </p>
      )}
      {wrong && <p role="alert">{wrong}</p>}
      {body?.of === 0 ? (
        <p class="muted">{_("No deal of this match was played to its end, so there is nothing to analyse.")}</p>
      ) : isSignedIn ? (
        <button type="button" class="primary" data-analyse disabled={insight.isAsking} onClick={() => void insight.ask()}>
          {_("Analyse the match")}
        </button>
      ) : (
        <a class="button primary" href={`/account/login/?next=${encodeURIComponent(location.pathname + location.search)}`}>
          {_("Sign in to have it analysed")}
        </a>
      )}
    </>
  );
}

function Accuracy({ playback, body }: { playback: Playback; body: Analysis }) {
  return (
    <table class="figures accuracy">
      <caption>{_("Accuracy")}</caption>
      <thead>
        <tr>
          <th scope="col">{_("Player")}</th>
          <th scope="col">{_("Accuracy")}</th>
          <th scope="col">{_("Mistakes")}</th>
          <th scope="col">{_("Lost a deal")}</th>
        </tr>
      </thead>
      <tbody>
        {SEATS.map((seat) => {
          const { accuracy, mistakes, lost } = body.accuracy![seat];
          return (
            <tr key={seat} data-accuracy={seat}>
              <th scope="row">
                <bdi>{who(playback.record.end, seat, playback.own)}</bdi>
              </th>
              <td>
                <b>{percent(accuracy)}</b>
              </td>
              <td>{written(mistakes)}</td>
              <td>{lostPoints(lost)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Of a hundred, as it stands at a seat too. */
export function percent(accuracy: number): string {
  return _("%(percent)s%", { percent: written(Math.round(accuracy)) });
}

function TurningPoints({ playback, insight, jumped }: Props) {
  const { record } = playback;
  const found = insight.body!.turning_points;
  const jump = (seq: number): void => {
    playback.goTo(record.stopBehind(seq));
    jumped?.();
  };
  return (
    <>
      <h2>{_("Turning points")}</h2>
      {!found.length && <p class="muted">{_("Nothing turned the match.")}</p>}
      <ol class="turning">
        {found.map(({ seq, seat, lost }) => {
          const judged = insight.at(seq);
          return (
            <li key={seq}>
              <button
                type="button"
                class="quiet"
                data-turning={seq}
                aria-current={record.stopBehind(seq) === playback.at ? "step" : undefined}
                onClick={() => jump(seq)}
              >
                <Mark grade={insight.grade(lost)} />
                <span>
                  <small class="muted">{_("Deal %(deal)s", { deal: record.dealAt(seq)!.deal })}</small>{" "}
                  <bdi>{who(record.end, seat, playback.own)}</bdi> {judged && <Done action={judged.action} />}
                </span>
                <bdi dir="ltr" class="bad">
                  −{lostPoints(lost)}
                </bdi>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** What each declarer would take with each trump, and the contract that neither side can better. */
function Contracts({ deal, playback }: { deal: AnalysedDeal; playback: Playback }) {
  const trumps = (["S", "H", "D", "C", "NT"] as Trump[]).filter((trump) => deal.table.N[trump] !== undefined);
  const contract = playback.record.contractOf(deal.deal);
  return (
    <>
      <table class="figures contracts">
        <caption>{_("Deal %(deal)s: tricks by declarer and trump", { deal: deal.deal })}</caption>
        <thead>
          <tr>
            <td />
            {trumps.map((trump) => (
              <th key={trump} scope="col">
                {trump === "NT" ? <abbr title={trumpName("NT")}>{_("NT")}</abbr> : <TrumpMark trump={trump} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SEATS.map((seat) => (
            <tr key={seat}>
              <th scope="row">{seatName(seat)}</th>
              {trumps.map((trump) => {
                const isPlayed = contract?.declarer === seat && contract.trump === trump;
                return (
                  <td key={trump} class={isPlayed ? "played" : ""}>
                    {written(deal.table[seat][trump]!)}
                    {isPlayed && <span class="hidden"> {_("(played)")}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {deal.best && (
        <p data-best>
          {_("Best contract: %(seat)s,", { seat: seatName(deal.best.declarer) })} {written(deal.best.amount)}{" "}
          <TrumpMark trump={deal.best.trump} />:{" "}
          {_n("%(count)s trick", "%(count)s tricks", deal.best.tricks)}
          {sides(playback.own).map((side) => (
            <>
              {" · "}
              {sideName(side, playback.own)}{" "}
              <b>
                <bdi dir="ltr">{points(deal.best!.points[side])}</bdi>
              </b>
            </>
          ))}
        </p>
      )}
    </>
  );
}

function Explained({ body }: { body: Analysis }) {
  return (
    <details>
      <summary>{_("What the figures mean")}</summary>
      <p>
        {_n(
          "Points lost: against the best choice over %(count)s layout that the player could not rule out. That is the mistake.",
          "Points lost: against the best choice over %(count)s layouts that the player could not rule out. That is the mistake.",
          body.layouts,
        )}
      </p>
      <p>{_("Hands open: what the same choice lost with all four hands seen. It blames bad luck too.")}</p>
      <p>{_("Expected: the deal's points of one side less the other's, if all four play their best from here.")}</p>
      <p>{_("Accuracy: 100 where nothing was lost; only choices count.")}</p>
    </details>
  );
}
