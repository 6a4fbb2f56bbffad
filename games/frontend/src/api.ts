// Calls of the public contract from our own pages: the session, and its CSRF token.

import { _ } from "./words";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** What a person may read of what went wrong. */
export function readable(error: unknown): string {
  return error instanceof Refusal ? error.message : _("Something went wrong. Try again.");
}

/** The answer's body. Throws Refusal with what a person may read. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}`, {
      method,
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("offline", _("No connection. Try again in a moment."));
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) {
    throw new Refusal(answer?.code ?? "server_error", answer?.detail ?? _("Something went wrong. Try again."));
  }
  return answer as T;
}

/** A list whole, page after page. */
export async function readAll<T>(path: string): Promise<T[]> {
  const rows: T[] = [];
  let query = "";
  do {
    const page = await call<{ next: string | null; results: T[] }>("GET", path + query);
    rows.push(...page.results);
    query = page.next ? new URL(page.next).search : "";
  } while (query);
  return rows;
}

/** Behind HTTPS the cookie is bound to the host by its name. */
export function csrfToken(): string {
  return cookie("__Host-csrftoken") || cookie("csrftoken");
}

function cookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** The id of who is signed in here: `known`, or a guest who from now on is. */
export async function ensureSomebody(known: string): Promise<string> {
  if (known) return known;
  await call("POST", "guests/", {});
  return (await call<{ id: string }>("GET", "account/")).id;
}
