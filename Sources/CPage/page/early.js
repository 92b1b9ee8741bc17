// Requests what the first view needs while its scripts are still on their way, which saves two round trips.
/** @type {Page.EarlyStream} */
const stream = { source: new EventSource("/api/events"), events: [], taking: new AbortController() };
for (const name of ["status", "lost", "beat", "trace", "plan", "route", "changes"]) {
  stream.source.addEventListener(name, (event) => stream.events.push(event), { signal: stream.taking.signal });
}
const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
/** @type {{ stream?: Page.EarlyStream, answers: Record<string, Promise<Response> | undefined> }} */
globalThis.early = {
  stream,
  answers: {
    "/api/page": fetch("/api/page"),
    "/api/words": fetch("/api/words"),
    "/api/call/Settings": fetch("/api/call/Settings", json),
  },
};
// A failed one is requested again.
for (const answer of Object.values(globalThis.early.answers)) answer?.catch(() => {});
