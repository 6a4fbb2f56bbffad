// Below the felt: what the step that is shown has lost, what was better, and what to expect from here.

import type { Grade, Insight, Judged } from "./insight";
import { stepOf } from "./line";
import { actionName, Done, gradeName, lostPoints, Mark, points } from "./marks";
import { sideName, sides } from "./panels";
import type { Playback } from "./playback";
import { _ } from "./words";

interface Props {
  playback: Playback;
  insight: Insight;
}

export function Judgement({ playback, insight }: Props) {
  const { record, at } = playback;
  if (!insight.judged.length) return null;
  const judged = insight.at(record.actionAt(at)?.seq ?? 0);
  const next = insight.nextMistake(at);
  return (
    <div class="judgement">
      <p role="status" data-judged={judged?.seq}>
        {judged && <Verdict judged={judged} grade={insight.grade(judged.lost)} playback={playback} />}
      </p>
      <button
        type="button"
        data-next-mistake
        disabled={!next}
        onClick={() => playback.goTo(record.stopBehind(next!.seq))}
      >
        {_("Next mistake")}
      </button>
    </div>
  );
}

interface VerdictProps {
  judged: Judged;
  grade: Grade;
  playback: Playback;
}

function Verdict({ judged, grade, playback }: VerdictProps) {
  const [first] = sides(playback.own);
  return (
    <>
      <span class="verdict">
        <Mark grade={grade} />
        <b>{grade ? gradeName(grade) : judged.lost >= 0.05 ? _("Nearly the best") : _("The best choice")}</b>
        {judged.lost >= 0.05 && <span data-lost>{_("points lost: %(points)s", { points: lostPoints(judged.lost) })}</span>}
        {judged.better && <Better judged={judged} playback={playback} />}
      </span>
      <small>
        {judged.lostOpen !== null && judged.lostOpen >= 0.05 && (
          <span data-lost-open>{_("hands open: %(points)s", { points: lostPoints(judged.lostOpen) })}</span>
        )}
        {judged.expected !== null && (
          <span>
            {_("Expected, %(side)s:", { side: sideName(first, playback.own) })}{" "}
            <bdi dir="ltr">{points(first === "NS" ? judged.expected : -judged.expected)}</bdi>
          </span>
        )}
      </small>
    </>
  );
}

/** The better choice, to be tried from where it was one. */
function Better({ judged, playback }: { judged: Judged; playback: Playback }) {
  const better = judged.better!;
  const tryIt = (): void => {
    playback.goTo(playback.record.stopBefore(judged.seq));
    playback.leaveFor([stepOf(better)]);
  };
  return (
    <span>
      {_("Better:")}{" "}
      <button type="button" class="better" data-better aria-label={_("Try %(action)s instead", { action: actionName(better) })} onClick={tryIt}>
        <Done action={better} />
      </button>
    </span>
  );
}
