// The page of Tarneeb problems: a position from a real deal, one choice, and what it was worth.

import { render } from "preact";
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { Attempt } from "./attempt";
import { ContractNow, Score, ToLobby } from "./bar";
import type { Problem } from "./contract";
import { Felt } from "./felt";
import { Dialog } from "./panels";
import { About, SoFar } from "./problemfacts";
import { Tried } from "./tried";
import { _ } from "./words";

const root = document.getElementById("problem")!;
const address = root.dataset.address!;
type Open = "" | "deal" | "about";

function App() {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const attempt = useMemo(() => new Attempt(root.dataset.rating!, () => draw(0)), []);
  useEffect(() => {
    const here = (): void => void attempt.open(idIn(location.pathname) || "daily");
    here();
    addEventListener("popstate", here);
    return () => removeEventListener("popstate", here);
  }, []);
  const next = (): void =>
    void attempt.open("next").then(() => {
      const { problem } = attempt;
      if (problem && !attempt.isNone) history.pushState(null, "", `${address}${problem.id}/`);
    });
  if (!attempt.problem || attempt.isNone) return <Waiting attempt={attempt} />;
  return <Solving attempt={attempt} problem={attempt.problem} next={next} />;
}

/** The problem's id in an address of the page; empty in that of the daily one. */
function idIn(path: string): string {
  return /\/([A-Z0-9]{4,12})\/$/.exec(path)?.[1] ?? "";
}

interface SolvingProps {
  attempt: Attempt;
  problem: Problem;
  next: () => void;
}

function Solving({ attempt, problem, next }: SolvingProps) {
  const [open, setOpen] = useState<Open>("");
  const close = (): void => setOpen("");
  const { state, seat } = problem;
  return (
    <div class="match problem" data-problem={problem.id}>
      <header class="bar">
        <ToLobby />
        <Score state={state} own={seat} />
        <ContractNow state={state} own={seat} />
        <button type="button" class="leave narrow-only" data-deal-so-far onClick={() => setOpen("deal")}>
          {_("The deal")}
        </button>
        <button type="button" class="leave narrow-only" data-about onClick={() => setOpen("about")}>
          {_("About")}
        </button>
      </header>
      <Felt
        shown={attempt}
        name={(place) => place === seat && <bdi class="name">{_("You")}</bdi>}
        more={() => null}
      />
      <Tried attempt={attempt} next={next} />
      <aside class="side" aria-label={_("The problem")}>
        <About attempt={attempt} address={address} next={next} />
        <SoFar problem={problem} />
      </aside>
      {open === "deal" && (
        <Dialog title={_("The deal so far")} close={close}>
          <SoFar problem={problem} />
        </Dialog>
      )}
      {open === "about" && (
        <Dialog title={_("The problem")} close={close}>
          <About attempt={attempt} address={address} next={next} />
        </Dialog>
      )}
    </div>
  );
}

function Waiting({ attempt }: { attempt: Attempt }) {
  return (
    <div class="waiting" role="status">
      <p>{attempt.isNone ? _("There is no such problem, or none that you have not tried yet.") : attempt.wrong || _("Fetching the problem …")}</p>
      <p>
        <a href={address}>{_("Problem of the day")}</a>
      </p>
      <a href="/">{_("To the lobby")}</a>
    </div>
  );
}

render(<App />, root);
