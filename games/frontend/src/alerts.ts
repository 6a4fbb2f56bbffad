// "Your turn" where the page cannot be seen, for who has asked for it.

import { prefer, preference } from "./prefs";
import { _ } from "./words";

/** Turns it on, if the browser and the reader allow it. */
export async function wantAlerts(wanted: boolean): Promise<void> {
  const granted = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  prefer("notify", granted);
}

/** Ask to come back to this page; one notice a match, however many tabs it is open in. */
export async function alertTurn(match: string): Promise<void> {
  if (!document.hidden || !preference("notify") || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  const notice = { body: _("The table waits for you."), tag: match, data: { url: location.pathname } };
  if (worker) await worker.showNotification(_("Your turn"), notice);
  else new Notification(_("Your turn"), notice);
}
