// Whether what is shown is of now. Times are milliseconds, and are handed in.

/** After so long without a sign, the connection is taken for dead. */
export const silence = 2000;

/** How long to wait before the next attempt to connect. */
export function pause(attempts) {
  return Math.min(5000, 500 * 2 ** Math.min(attempts, 4));
}

/** Keeps what is known of the connection to the Pi, and of that of the Pi to its daemon. */
export class Freshness {
  heard = null;
  status = null;
  lost = null;

  /** Anything came. */
  sign(now) { this.heard = now; }

  /** A status came. */
  told(now, at) {
    this.heard = now;
    this.status = at;
    this.lost = null;
  }

  /** The Pi says that its daemon does not answer. */
  failed(now, lost) {
    this.heard = now;
    this.lost = lost;
  }

  /** "fresh", "noPi" without a sign of the Pi, "noDaemon" where the Pi has none of its daemon. */
  state(now) {
    if (this.heard === null || now - this.heard > silence) return "noPi";
    return this.lost ? "noDaemon" : "fresh";
  }

  /** Since when what is shown is old. */
  since() { return this.lost?.since ?? this.status; }
}
