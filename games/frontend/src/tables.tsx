// Tables as the lobby lists them.

import { type ListedTable, type Player, SEATS } from "./contract";
import { _, _n, playerName } from "./words";

/** Names by id. */
export type Presets = Record<string, string>;

export function presetName(presets: Presets, ruleset: { id: string | null; target: number }): string {
  return (ruleset.id && presets[ruleset.id]) || _("Own rules, to %(target)s", { target: ruleset.target });
}

type Seats = ListedTable["seats"];

function people(seats: Seats): Player[] {
  return SEATS.flatMap((seat) => seats[seat]?.player ?? []);
}

export function Names({ seats }: { seats: Seats }) {
  const humans = people(seats).filter((player) => player.kind === "human");
  const bots = people(seats).length - humans.length;
  return (
    <span class="names">
      {humans.map((player, place) => (
        <>
          {place > 0 && _(", ")}
          <bdi>{playerName(player)}</bdi>
        </>
      ))}
      {bots > 0 && (
        <span class="muted">
          {humans.length > 0 && " + "}
          {_n("%(count)s bot", "%(count)s bots", bots)}
        </span>
      )}
    </span>
  );
}

export function Tables({ tables, presets }: { tables: ListedTable[]; presets: Presets }) {
  if (!tables.length) return <p class="muted">{_("No tables just now. Open the first one.")}</p>;
  return (
    <ul class="list">
      {tables.map((table) => (
        <li key={table.id}>
          <a href={`/matches/${table.id}/`}>
            <b>{presetName(presets, table.ruleset)}</b>
            <Names seats={table.seats} />
            <span class="end">
              {table.status === "open"
                ? _n("%(count)s open seat", "%(count)s open seats", 4 - people(table.seats).length)
                : _("Watch")}
              {table.watchers > 0 && (
                <small class="muted"> {_n("%(count)s watching", "%(count)s watching", table.watchers)}</small>
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
