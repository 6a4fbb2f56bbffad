// The page of running matches, as the lobby's socket tells them.

import { render } from "preact";
import { Connection } from "./connection";
import { type Presets, Tables } from "./tables";
import { _ } from "./words";

const page = document.getElementById("running")!;
const presets = JSON.parse(page.dataset.presets!) as Presets;

new Connection(
  () => "/ws/v1/lobby/",
  (frame) => {
    if (frame.type !== "tables") return;
    const running = frame.tables.filter((table) => table.status === "live");
    render(
      running.length ? (
        <Tables tables={running} presets={presets} />
      ) : (
        <p class="muted">{_("Nobody is playing in public just now.")}</p>
      ),
      page,
    );
  },
  () => {},
);
