// In the dock while a reader follows a line of their own: whose turn it would be, and what could be done.

import { Choices } from "./choices";
import type { Now, State } from "./contract";
import { Hand } from "./hand";
import { actionOf } from "./line";
import { Done, points } from "./marks";
import { sideName, sides } from "./panels";
import type { Playback } from "./playback";
import { who } from "./tell";
import { _ } from "./words";

export function LineDock({ playback }: { playback: Playback }) {
  const state = playback.state!;
  const now = playback.now!;
  const cards = now.turn && state.deal?.contract?.trump ? state.deal.hands[now.turn] : null;
  return (
    <section class="dock line-dock" aria-label={_("Another line")} data-line={playback.line!.join(",")}>
      <p class="prompt" role="status">
        {playback.wrong || prompt(playback, state, now)}
      </p>
      <ol class="calls-line" dir="ltr" aria-label={_("What is done otherwise")}>
        {playback.line!.map((step, place) => (
          <li key={place}>
            <Done action={actionOf(step)} />
          </li>
        ))}
      </ol>
      <Choices legal={now.legal} act={(action) => playback.act(action)} />
      {cards && (
        <Hand cards={cards} legal={now.legal} isTurn={now.legal.length > 0} pending={null} play={(action) => playback.act(action)} />
      )}
      <div class="row">
        <button type="button" data-take-back disabled={!playback.line!.length} onClick={() => playback.takeBack()}>
          {_("Take back")}
        </button>
        <button type="button" data-back onClick={() => playback.goTo(playback.at)}>
          {_("Back to the match")}
        </button>
      </div>
    </section>
  );
}

function prompt(playback: Playback, state: State, { turn }: Now): string {
  if (turn) return _("Another line. Turn: %(who)s", { who: who(state, turn, playback.own) });
  const last = state.deals.at(-1);
  if (!last || last.deal !== state.deal?.number) return _("Another line. The deal is over.");
  const [first, second] = sides(playback.own);
  return _("Another line. The deal is over: %(first)s %(points)s, %(second)s %(others)s.", {
    first: sideName(first, playback.own),
    points: points(last.points[first]),
    second: sideName(second, playback.own),
    others: points(last.points[second]),
  });
}
