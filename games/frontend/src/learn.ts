// The first lesson's button: a practice table with three bots, where the coach speaks.

import { call, ensureSomebody, readable } from "./api";

const form = document.querySelector<HTMLFormElement>("form[data-form=learn]")!;
const button = form.querySelector("button")!;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  button.disabled = true;
  begin().catch((error: unknown) => {
    button.disabled = false;
    form.querySelector("[role=status]")!.textContent =
      readable(error);
  });
});

async function begin(): Promise<void> {
  await ensureSomebody(form.dataset.me!);
  const seats = { S: "me", W: "bot:easy", N: "bot:easy", E: "bot:easy" };
  const body = { ruleset: form.dataset.ruleset, visibility: "unlisted", seats };
  const { id } = await call<{ id: string }>("POST", "matches/", body);
  location.assign(`/matches/${id}/#learn`);
}
