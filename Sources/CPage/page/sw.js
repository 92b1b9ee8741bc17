// Caches the page's files, so that an installed page opens and reports it if the Pi is off.
// API responses are never cached.
const kept = "jz2";

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Asks the Pi first, as its files match its version.
async function fresh(request) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(request);
    if (known) return known;
    throw error;
  }
}

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/api/") || pathname === "/ca.crt") return;
  event.respondWith(fresh(event.request));
});
