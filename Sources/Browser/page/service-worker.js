// Serves the page without a network after the first visit. `make web` writes the files' names and a hash of their
// contents into this file.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {string[]} */
const files = ["FILES"];
const cacheName = "belfry-HASH";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const clean = caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith("belfry-") && name !== cacheName).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const cached = caches.open(cacheName).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(cached.then((response) => response ?? fetch(event.request)));
});
