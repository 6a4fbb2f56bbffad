// What this browser keeps; one that keeps nothing is no error.

/** What was kept under a key, else `otherwise`. */
export function remembered<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Kept for the next visit; without storage, until the page is left. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // There is nothing to do about it.
  }
}
