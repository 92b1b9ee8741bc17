// Whether the status is current. Callers pass the time, in milliseconds.

/** Time without an event until the connection counts as lost. */
export const silence = 2000;

/**
 * The delay before the next attempt to connect.
 * @param {number} attempts
 */
export function pause(attempts) {
  return Math.min(5000, 500 * 2 ** Math.min(attempts, 4));
}

/** The state of the connection to the Pi, and of the Pi's connection to its daemon. */
export class Freshness {
  /** @type {number | null} */
  heard = null;
  /** @type {string | null} */
  status = null;
  /** @type {Page.Events["lost"] | null} */
  lost = null;
  /** @type {number | null} */
  #offset = null;

  /**
   * Records any event.
   * @param {number} now
   */
  sign(now) { this.heard = now; }

  /**
   * Records a status. The first one of a stream may be old, so the Pi's clock is not derived from it.
   * @param {number} now
   * @param {string} at
   * @param {boolean} isFirst
   */
  received(now, at, isFirst) {
    this.heard = now;
    this.status = at;
    this.lost = null;
    if (isFirst) return;
    const offset = Date.parse(at) - now;
    const known = this.#offset;
    // A status that arrives late makes the clock seem slow.
    this.#offset = known === null || Math.abs(offset - known) > 60000 ? offset : Math.max(offset, known - 1000);
  }

  /**
   * The Pi's clock, in milliseconds since 1970; null before the second status.
   * @param {number} now
   */
  piTime(now) { return this.#offset === null ? null : now + this.#offset; }

  /**
   * Records that the daemon does not answer.
   * @param {number} now
   * @param {Page.Events["lost"]} lost
   */
  failed(now, lost) {
    this.heard = now;
    this.lost = lost;
  }

  /**
   * "fresh", "noPi" if no event arrives, or "noDaemon" if the daemon does not answer the Pi.
   * @param {number} now
   * @returns {Page.Connection}
   */
  state(now) {
    if (this.heard === null || now - this.heard > silence) return "noPi";
    return this.lost ? "noDaemon" : "fresh";
  }

  /** The time when the status became old. */
  since() { return this.lost?.since ?? this.status; }
}
