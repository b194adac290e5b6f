// Serves the page without a network after the first visit. `make web` writes the files' names and a hash of their
// contents into this file.
//
// The cache is named after the page's folder, because one host may have more than one of these pages.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {string[]} */
const files = ["FILES"];
const prefix = `belfry-${new URL(worker.registration.scope).pathname}-`;
const cacheName = `${prefix}HASH`;

worker.addEventListener("install", (event) => {
  // Without `no-cache` the browser's own cache may answer with the files of an earlier build.
  const requests = files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const clean = caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const cached = caches.open(cacheName).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(cached.then((response) => response ?? fetch(event.request)));
});
