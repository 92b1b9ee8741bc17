// Caches the page's files, so that an installed page opens and reports it if the Pi is off.
// API responses are never cached.
const kept = "jz2";
const pathOf = (address) => new URL(address, location).pathname;
const isVersioned = (path) => /^\/[0-9a-f]{16}\//.test(path);

// Stores the page with all files that it names, and removes those of former versions.
async function keep(page) {
  const cache = await caches.open(kept);
  const text = await page.clone().text();
  await cache.put("/", page);
  const named = [...text.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path]) => pathOf(path))
    .filter((path) => !path.startsWith("/api/"));
  const known = (await cache.keys()).map(({ url }) => pathOf(url));
  const version = named.find(isVersioned)?.slice(0, 18);
  await Promise.all(known.filter((path) => isVersioned(path) && !path.startsWith(version))
    .map((path) => cache.delete(path)));
  await cache.addAll(named.filter((path) => !known.includes(path)));
}

addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch("/").then(keep));
});
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Asks the Pi first, as its files match its version.
async function fresh(event) {
  const { request } = event;
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok && request.mode === "navigate") event.waitUntil(keep(response.clone()));
    else if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(request.mode === "navigate" ? "/" : request);
    if (known) return known;
    throw error;
  }
}

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/api/") || pathname === "/ca.crt") return;
  event.respondWith(fresh(event));
});
