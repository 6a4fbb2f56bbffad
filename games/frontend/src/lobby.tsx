// The home page: forms that open tables, the list of tables, one's own matches.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, ensureSomebody, readable } from "./api";
import { Connection } from "./connection";
import { type ListedMatch, SEATS, type Seek } from "./contract";
import { Names, type Presets, presetName, Tables } from "./tables";
import { _ } from "./words";

const SEEK_POLL_MS = 5_000;
const SHOWN_MATCHES = 8;

const page = document.getElementById("lobby")!;
let me = page.dataset.me!;
const presets = JSON.parse(page.dataset.presets!) as Presets;

function goTo(match: string): void {
  location.assign(`/matches/${match}/`);
}

/** The form's values; its button waits and its last line tells while `send` is under way. */
function onSubmit(name: string, send: (values: FormData, tell: (text: string) => void) => Promise<void>): void {
  const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);
  if (!form) return;
  const told = form.querySelector<HTMLElement>("[role=status]")!;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const buttons = [...form.querySelectorAll("button")];
    const values = new FormData(form, (event as SubmitEvent).submitter);
    for (const button of buttons) button.disabled = true;
    told.textContent = "";
    send(values, (text) => (told.textContent = text))
      .catch((error: unknown) => (told.textContent = readable(error)))
      .finally(() => {
        for (const button of buttons) button.disabled = false;
      });
  });
}

async function open(body: object): Promise<void> {
  me = await ensureSomebody(me);
  goTo((await call<{ id: string }>("POST", "matches/", body)).id);
}

onSubmit("bots", (values) => {
  const bot = `bot:${String(values.get("level"))}`;
  return open({ ruleset: values.get("ruleset"), visibility: "unlisted", seats: { S: "me", W: bot, N: bot, E: bot } });
});

onSubmit("table", (values) =>
  open({
    ruleset: values.get("ruleset"),
    clock: values.get("clock"),
    visibility: values.get("visibility"),
    seats: { S: "me" },
  }),
);

onSubmit("seek", async (values, tell) => {
  me = await ensureSomebody(me);
  connection.restart(); // now as somebody, so that the pairing is told
  const seek = await call<Seek>("POST", "seeks/", {
    rulesets: [values.get("ruleset")],
    rated: values.get("rated") === "true",
    clocks: [values.get("clock")],
  });
  tell("");
  waiting(seek);
});

const seekBox = document.getElementById("seek-status")!;
let polling = 0;

function waiting(seek: Seek): void {
  clearInterval(polling);
  if (seek.match) goTo(seek.match);
  if (seek.status === "waiting") {
    polling = setInterval(() => void call<Seek>("GET", `seeks/${seek.id}/`).then(waiting, () => {}), SEEK_POLL_MS);
  }
  render(seek.status === "waiting" ? <Waiting seek={seek} /> : null, seekBox);
}

function Waiting({ seek }: { seek: Seek }) {
  const cancel = (): void => void call<Seek>("DELETE", `seeks/${seek.id}/`).then(waiting, () => {});
  return (
    <p class="banner">
      <span class="spinner" aria-hidden="true" />{" "}
      {seek.rated ? _("Looking for a ranked match …") : _("Looking for players …")}{" "}
      <button type="button" onClick={cancel}>
        {_("Cancel")}
      </button>
    </p>
  );
}

const tablesBox = document.getElementById("tables")!;

const connection = new Connection(
  () => "/ws/v1/lobby/",
  (frame) => {
    if (frame.type === "tables") render(<Tables tables={frame.tables} presets={presets} />, tablesBox);
    else if (frame.type === "paired") goTo(frame.match);
    else if (frame.type === "seek") waiting(frame.seek);
    else if (frame.type === "invited") render(<Invitation {...frame} />, document.getElementById("invited")!);
  },
  () => {},
);

function Invitation({ match, by }: { match: string; by: string }) {
  return (
    <p class="banner">
      {_("%(who)s invites you to a table.", { who: by })} <a href={`/matches/${match}/`}>{_("Go there")}</a>
    </p>
  );
}

function Mine({ name }: { name: string }) {
  const [matches, setMatches] = useState<ListedMatch[] | null>(null);
  useEffect(() => {
    void call<{ results: ListedMatch[] }>("GET", `matches/?player=${encodeURIComponent(name)}`).then(
      ({ results }) => setMatches(results),
      () => setMatches([]),
    );
  }, [name]);
  if (matches === null) return null;
  if (!matches.length) return <p class="muted">{_("You have not played yet.")}</p>;
  const running = (match: ListedMatch): number => (match.status === "finished" ? 1 : 0);
  return (
    <ul class="list">
      {[...matches]
        .sort((a, b) => running(a) - running(b))
        .slice(0, SHOWN_MATCHES)
        .map((match) => (
          <li key={match.id}>
            <a href={`/matches/${match.id}/`}>
              <b>{presetName(presets, match.ruleset)}</b>
              <Names seats={match.seats} />
              <span class="end">{outcome(match, name)}</span>
            </a>
          </li>
        ))}
    </ul>
  );
}

function outcome(match: ListedMatch, name: string): string {
  if (match.status === "open") return _("Waiting for players");
  if (match.status === "live") return _("Play on");
  const seat = SEATS.find((place) => match.seats[place]?.player.name === name);
  const winner = match.result?.winner;
  if (!winner || !seat) return _("Over");
  return winner.includes(seat) ? _("Won") : _("Lost");
}

const mine = document.getElementById("my-matches");
if (mine) render(<Mine name={mine.dataset.name!} />, mine);

if (me) {
  void call<{ seeks: Seek[] }>("GET", "account/playing/").then(
    ({ seeks }) => seeks.filter((seek) => seek.status === "waiting").forEach(waiting),
    () => {},
  );
}
