// What one may do now, as the server lists it: calls, trumps, or nothing but waiting.

import { SuitMark } from "./cards";
import type { Action } from "./contract";
import { _, bidName, trumpName } from "./words";

interface Props {
  legal: Action[];
  act: (action: Action) => void;
}

export function Choices({ legal, act }: Props) {
  const calls = legal.filter((action) => action.action === "bid" || action.action === "pass");
  const trumps = legal.filter((action) => action.action === "name_trump");
  if (calls.length) {
    return (
      <div class="choices" role="group" aria-label={_("Your call")}>
        {calls.map((action) => (
          <button
            type="button"
            key={JSON.stringify(action)}
            class={action.action}
            data-call={action.action === "bid" ? `${action.amount}${action.no_trump ? "NT" : ""}` : "pass"}
            onClick={() => act(action)}
          >
            {action.action === "bid" ? bidName(action.amount, action.no_trump) : _("Pass")}
          </button>
        ))}
      </div>
    );
  }
  if (trumps.length) {
    return (
      <div class="choices trumps" role="group" aria-label={_("Name the trump")}>
        {trumps.map((action) => (
          <button
            type="button"
            key={action.trump}
            data-trump={action.trump}
            aria-label={trumpName(action.trump)}
            onClick={() => act(action)}
          >
            <SuitMark suit={action.trump} />
          </button>
        ))}
      </div>
    );
  }
  return null;
}
