// Keeps the site's own hashed files, and shows a page of ours where there is no connection. Nothing else
// is kept: neither what the API answers nor anybody's pages.

/** Put before this script by the server: another one with each release. */
declare const RELEASE: string;
declare const self: ServiceWorkerGlobalScope;

const KEPT = `static-${RELEASE}`;
/** A file's name tells its content: what is kept under it never grows old. */
const HASHED = /^\/static\/.+\.[0-9a-f]{12}\.\w+$/;
const OFFLINE = `/offline/${new URL(self.location.href).searchParams.get("language") ?? "en"}/`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlderReleases().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin === self.location.origin && HASHED.test(pathname)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(offlinePage));
});

// A notification brings `data: { url }`: the page that it is about.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url = "/" } = (event.notification.data ?? {}) as { url?: string };
  event.waitUntil(show(new URL(url, self.location.origin)));
});

async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(KEPT);
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "no-cache" });
  if (!page.ok) throw new Error(`${OFFLINE}: ${page.status}`);
  const files = (await page.clone().text()).match(/\/static\/[^"]+/g) ?? [];
  await Promise.all([cache.put(OFFLINE, page), cache.addAll([...new Set(files)])]);
}

async function offlinePage(): Promise<Response> {
  return (await caches.match(OFFLINE)) ?? Response.error();
}

async function forgetOlderReleases(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name !== KEPT);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request, response.clone());
  return response;
}

async function show(url: URL): Promise<void> {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  await (open ? open.focus() : self.clients.openWindow(url));
}

export {}; // a module, so that `self` is its own
