// What a reader may choose for this browser.

import { wantAlerts } from "./alerts";
import { prefer, preference, type Preferences } from "./prefs";
import { _ } from "./words";

type Choice = [name: keyof Preferences, text: string, hint?: string];

function choices(): Choice[] {
  const all: Choice[] = [
    ["sounds", _("Sounds")],
    ["fourColours", _("Four colours for the suits")],
    ["lastCard", _("Play my last card for me")],
    ["quiet", _("Hide what others say")],
    ["notify", _("Tell me of my turn while I look elsewhere"), _("Your browser asks once whether it may.")],
  ];
  if (document.documentElement.lang === "ar") all.splice(2, 0, ["arabicDigits", _("Arabic digits")]);
  return all;
}

/** The page brings the form that switches; the table gives its buttons a place. */
function Languages() {
  const offered = document.querySelectorAll<HTMLButtonElement>("#languages button");
  return (
    <div class="row languages">
      {[...offered].map(({ value, lang, ariaCurrent, textContent }) => (
        <button key={value} form="languages" name="language" value={value} lang={lang} aria-current={ariaCurrent as "true"}>
          {textContent}
        </button>
      ))}
    </div>
  );
}

export function Settings({ changed }: { changed: () => void }) {
  const choose = async (name: keyof Preferences, value: boolean): Promise<void> => {
    if (name === "notify") await wantAlerts(value);
    else prefer(name, value);
    changed();
  };
  return (
    <>
      <Languages />
      <ul class="settings">
        {choices().map(([name, text, hint]) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                name={name}
                checked={preference(name)}
                onChange={(event) => void choose(name, event.currentTarget.checked)}
              />
              <span>
                {text}
                {hint && <small class="muted">{hint}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
