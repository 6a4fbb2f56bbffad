// On every page: the service worker that lets people install the site.

if ("serviceWorker" in navigator) {
  const { lang } = document.documentElement;
  navigator.serviceWorker.register(`/service-worker.js?language=${lang}`).catch(() => {});
}
