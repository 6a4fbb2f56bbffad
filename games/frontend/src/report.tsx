// A report of a player, for the moderators.

import { call } from "./api";
import { _ } from "./words";

function reasons(): [id: string, text: string][] {
  return [
    ["abuse", _("Insults or threats")],
    ["cheating", _("Cheating")],
    ["stalling", _("Stalling")],
    ["leaving", _("Leaving on purpose")],
    ["name", _("An offensive name")],
    ["other", _("Something else")],
  ];
}

interface Props {
  player: string;
  /** Where it happened, if at a table. */
  match: string | null;
  sent: () => void;
  failed: (error: unknown) => void;
}

export function Report({ player, match, sent, failed }: Props) {
  const send = (form: HTMLFormElement): void => {
    const { reason, text } = Object.fromEntries(new FormData(form));
    void call("POST", "reports/", { player, match, reason, text }).then(sent, failed);
  };
  return (
    <form
      class="report"
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <label for="report-reason">{_("What is wrong?")}</label>
      <select id="report-reason" name="reason">
        {reasons().map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
      <label for="report-text">{_("Tell us more, if you like")}</label>
      <textarea id="report-text" name="text" rows={3} maxLength={1000} dir="auto" />
      <button class="primary">{_("Send the report")}</button>
    </form>
  );
}
