// The proof of a match, worked out here: the server is not asked to judge itself.

import { useEffect, useState } from "preact/hooks";
import { call } from "./api";
import type { Fairness, MatchEvent } from "./contract";
import { isProved, type Verdict, verify } from "./verify";
import { _ } from "./words";

export function Proof({ match, events }: { match: string; events: readonly MatchEvent[] }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    if (!window.isSecureContext) {
      setWrong(_("Browsers compute this on secure pages only: open the site by HTTPS."));
      return;
    }
    call<Fairness>("GET", `matches/${match}/fairness/`)
      .then((fairness) => verify(match, events, fairness))
      .then(setVerdict, () => setWrong(_("Something went wrong. Try again.")));
  }, [match, events]);
  if (wrong) return <p role="alert">{wrong}</p>;
  if (!verdict) return <p role="status">{_("Working it out …")}</p>;
  return (
    <div class="proof" data-proved={isProved(verdict)}>
      <p role="status">
        <b class={isProved(verdict) ? "good" : "bad"}>
          {isProved(verdict)
            ? _("Proved: nobody chose these cards, and nothing was changed.")
            : _("Not proved: something here was altered.")}
        </b>
      </p>
      <ul>
        <Line holds={verdict.seed}>{_("The seed is the one whose hash was published before anyone sat down.")}</Line>
        <Line holds={verdict.wrongDeals.length === 0}>
          {verdict.wrongDeals.length
            ? _("These deals are not those of the seed: %(deals)s", { deals: verdict.wrongDeals.join(", ") })
            : _("The cards of all deals follow from the seed: %(deals)s", { deals: verdict.deals })}
        </Line>
        <Line holds={verdict.chain}>
          {_("The chain of all events ends in the published hash: %(events)s", { events: verdict.events })}
        </Line>
      </ul>
    </div>
  );
}

function Line({ holds, children }: { holds: boolean; children: string }) {
  return (
    <li>
      <span class={holds ? "good" : "bad"} role="img" aria-label={holds ? _("holds") : _("does not hold")}>
        {holds ? "✓" : "✗"}
      </span>{" "}
      {children}
    </li>
  );
}
