// The Pi's events, as long as the page is open.
import { Freshness, pause } from "./freshness.js";

// The longest time until the first event on a slow network, in milliseconds.
const firstWait = 5000;

/** Follows the ride; calls a handler for each event and change of the connection. */
export class Feed {
  freshness = new Freshness();
  /** @type {EventSource | null} */
  #source = null;
  #attempts = 0;
  #timer = 0;
  #state = "";
  #wasOpen = false;
  #closing = new AbortController();
  #begun = performance.now();

  /** @param {Page.Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.watch = setInterval(() => this.#look(), 250);
    const { signal } = this.#closing;
    addEventListener("online", () => this.#soon(), { signal });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#soon(); }, { signal });
    this.#open();
  }

  close() {
    this.#closing.abort();
    clearInterval(this.watch);
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const { source, events } = this.#early() ?? { source: new EventSource("/api/events"), events: [] };
    this.#source = source;
    // Changes while offline were missed.
    source.onopen = () => {
      if (this.#wasOpen) this.handlers.changes({ changes: [{ subject: "library", kind: "replaced" }] });
      this.#wasOpen = true;
    };
    /** @type {Page.Take} */
    const on = (name, take) => source.addEventListener(name, (event) => {
      this.#attempts = 0;
      const now = performance.now();
      take(JSON.parse(event.data), now);
      this.#look(now);
    });
    let isFirst = true;
    on("status", (status, now) => {
      this.freshness.received(now, status.at, isFirst);
      isFirst = false;
      this.handlers.status(status);
    });
    on("lost", (lost, now) => {
      this.freshness.failed(now, lost);
      this.handlers.lost(lost);
    });
    on("beat", (_, now) => this.freshness.sign(now));
    /** @type {Page.Take} */
    const pass = (name, take) => on(name, (data, now) => {
      this.freshness.sign(now);
      take(data, now);
    });
    const { trace, plan, route, changes } = this.handlers;
    pass("trace", trace);
    pass("plan", plan);
    pass("route", route);
    pass("changes", changes);
    source.onerror = () => {
      if (source === this.#source) this.#again();
    };
    for (const { type, data } of events) source.dispatchEvent(new MessageEvent(type, { data }));
  }

  // The stream that was opened before the scripts were there, with its events so far.
  #early() {
    const stream = globalThis.early?.stream;
    if (!stream) return null;
    delete globalThis.early.stream;
    stream.taking.abort();
    if (stream.source.readyState === EventSource.CLOSED) return null;
    this.#wasOpen = stream.source.readyState === EventSource.OPEN;
    return stream;
  }

  // The browser itself retries slowly, and stops at the first refusal.
  #again() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), pause(this.#attempts));
    this.#attempts += 1;
    if (this.#attempts % 4 === 0) this.handlers.inVain();
  }

  #soon() {
    if (this.freshness.state(performance.now()) !== "noPi") return;
    this.#attempts = 0;
    this.#open();
  }

  #look(now = performance.now()) {
    const state = this.freshness.state(now);
    if (this.freshness.heard === null && now - this.#begun < firstWait) return;
    // The browser takes minutes to notice a silently broken connection.
    if (state === "noPi" && this.#source && this.#state === "fresh") this.#again();
    if (state === this.#state) return;
    this.#state = state;
    this.handlers.connection(state, this.freshness);
  }
}
