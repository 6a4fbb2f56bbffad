// What a reader has chosen for this browser: sounds, colours of the suits, digits and the like.

import { remember, remembered } from "./memory";

const KEY = "tarneeb.preferences";

export interface Preferences {
  sounds: boolean;
  /** Suits in four colours instead of two. */
  fourColours: boolean;
  /** A hand's last card is played without a tap. */
  lastCard: boolean;
  /** ٠–٩ where the page is Arabic. */
  arabicDigits: boolean;
  /** Tell of one's turn while the page is out of sight. */
  notify: boolean;
  /** No emotes, phrases and texts of others. */
  quiet: boolean;
}

const chosen: Preferences = {
  sounds: true,
  fourColours: false,
  lastCard: false,
  arabicDigits: false,
  notify: false,
  quiet: false,
  ...remembered<Partial<Preferences>>(KEY, {}),
};

export function preference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return chosen[name];
}

/** Chosen here and for the next visit; without storage, for this one. */
export function prefer<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  chosen[name] = value;
  remember(KEY, chosen);
  show();
}

/** What style sheets need to know. */
function show(): void {
  document.documentElement.classList.toggle("four-colours", chosen.fourColours);
}

show();
