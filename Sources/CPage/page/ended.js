// The end of the ride that this tab shows, also if it ends while the tab is away.
import { isOn } from "./ride.js";

const key = "jz2.ride";

/** How long the end of a ride is news, in milliseconds. */
const newsTime = 12 * 3600000;

/** Remembers the ride of this tab, also while the browser discards the tab. */
export class RideEnd {
  /**
   * Takes a status; returns the number of the ride that ended since the last one, else undefined. A ride without a
   * pedal stroke has no result.
   * @param {Page.Status} status
   * @param {number} now In milliseconds since 1970.
   * @param {Storage} store
   */
  static take(status, now = Date.now(), store = sessionStorage) {
    const [id, at] = (store.getItem(key) ?? "").split(" ");
    if (isOn(status)) {
      // Written once a minute, not each second.
      const isNew = String(status.ride?.id) !== id || now - Number(at) > 60000;
      if (status.ride?.lap && isNew) {
        try {
          store.setItem(key, `${status.ride.id} ${now}`);
        } catch {
          // A full storage loses the result, not the ride.
        }
      }
      return undefined;
    }
    if (!id) return undefined;
    store.removeItem(key);
    return now - Number(at) < newsTime ? id : undefined;
  }
}
