// A player's page: how a rating went, and what one may do about the player.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, readable, readAll } from "./api";
import { draw } from "./chart";
import type { RatingPoint } from "./contract";
import { Report } from "./report";
import { _, dateText, written } from "./words";

function pathOf(player: string): string {
  return `players/${encodeURIComponent(player)}/`;
}

function History({ player, ladder }: { player: string; ladder: string }) {
  const [points, setPoints] = useState<RatingPoint[]>([]);
  const [told, setTold] = useState(_("One moment …"));
  useEffect(() => {
    const path = `${pathOf(player)}rating-history/?limit=200&ladder=${encodeURIComponent(ladder)}`;
    readAll<RatingPoint>(path).then(
      (found) => {
        setPoints(found);
        setTold("");
      },
      (error: unknown) => setTold(readable(error)),
    );
  }, [player, ladder]);
  if (told || !points.length) return <p role="status">{told}</p>;
  return (
    <>
      <Chart points={points} />
      <details>
        <summary>{_("Show as a table")}</summary>
        <Points points={points} />
      </details>
    </>
  );
}

function Chart({ points }: { points: RatingPoint[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<number | null>(null);
  useEffect(() => draw(box.current!, points, setPlace), [points]);
  const point = points[place ?? points.length - 1]!;
  return (
    <>
      <p class="reading" aria-hidden="true">
        {dateText(point.at)} · <b>{written(point.rating)}</b> <Change change={point.change} />
      </p>
      <div ref={box} class="chart" role="img" aria-label={_("The rating over time; the table below has the figures.")} />
    </>
  );
}

function Change({ change }: { change: number }) {
  return (
    <bdi dir="ltr" class={change < 0 ? "bad" : "good"}>
      {change < 0 ? "−" : "+"}
      {written(Math.abs(change))}
    </bdi>
  );
}

function Points({ points }: { points: RatingPoint[] }) {
  return (
    <table class="figures" id="points">
      <thead>
        <tr>
          <th scope="col">{_("Match")}</th>
          <th scope="col">{_("Rating")}</th>
          <th scope="col">{_("Change")}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.match} data-match={point.match}>
            <th scope="row">
              <a href={`/matches/${point.match}/`}>
                <time dateTime={point.at}>{dateText(point.at)}</time>
              </a>
            </th>
            <td>
              <bdi dir="ltr">
                <b>{written(point.rating)}</b> <small class="muted">± {written(point.deviation)}</small>
              </bdi>
            </td>
            <td>
              <Change change={point.change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Dealing {
  player: string;
  isHuman: boolean;
  followed: boolean;
  blocked: boolean;
}

function Dealings({ player, isHuman, ...known }: Dealing) {
  const [followed, setFollowed] = useState(known.followed);
  const [blocked, setBlocked] = useState(known.blocked);
  const [reports, setReports] = useState(false);
  const [told, setTold] = useState("");
  const change = (what: string, wanted: boolean, done: (value: boolean) => void): void =>
    void call(wanted ? "PUT" : "DELETE", `${pathOf(player)}${what}/`).then(
      () => {
        done(wanted);
        setTold("");
      },
      (error: unknown) => setTold(readable(error)),
    );
  const sent = (): void => {
    setReports(false);
    setTold(_("Thank you. A moderator will look at it."));
  };
  return (
    <>
      <div class="row">
        <button type="button" data-follow onClick={() => change("follow", !followed, setFollowed)}>
          {followed ? _("Unfollow") : _("Follow")}
        </button>
        <button type="button" data-block onClick={() => change("block", !blocked, setBlocked)}>
          {blocked ? _("Unblock") : _("Block")}
        </button>
        {isHuman && (
          <button type="button" data-report aria-expanded={reports} onClick={() => setReports(!reports)}>
            {_("Report …")}
          </button>
        )}
      </div>
      <p role="status">{told}</p>
      {reports && <Report player={player} match={null} sent={sent} failed={(error) => setTold(readable(error))} />}
    </>
  );
}

const history = document.getElementById("history");
const ladder = document.querySelector<HTMLSelectElement>("#ladder");
if (history && ladder) {
  const show = (): void =>
    render(<History key={ladder.value} player={history.dataset.player!} ladder={ladder.value} />, history);
  ladder.addEventListener("change", show);
  show();
}

const dealings = document.getElementById("dealings");
if (dealings) {
  const { player, kind, followed, blocked } = dealings.dataset;
  render(
    <Dealings
      player={player!}
      isHuman={kind === "human"}
      followed={followed !== undefined}
      blocked={blocked !== undefined}
    />,
    dealings,
  );
}

const country = document.querySelector<HTMLElement>("[data-country]");
if (country) {
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: "region" });
  country.textContent = names.of(country.dataset.country!) ?? country.dataset.country!;
}
