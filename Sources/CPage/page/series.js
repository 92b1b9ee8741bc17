// A ride's column of values, prepared for drawing at any zoom; without the document.

/** The longest gap in seconds that does not break a line: other programs write a row every few seconds. */
const bridge = 10;

/**
 * Reduces a column between two seconds to buckets: null, or the mean value. If a bucket is shorter than a second, the
 * second fills all buckets that it overlaps.
 */
export function reduced(seconds, values, from, to, buckets) {
  const made = Array.from({ length: buckets }, () => null);
  const scale = buckets / Math.max(1, to - from);
  for (let index = 0; index < seconds.length; index += 1) {
    const value = values[index];
    if (value === null) continue;
    const begin = (seconds[index] - from) * scale;
    const first = Math.floor(begin);
    const last = Math.min(buckets - 1, scale > 1 ? Math.ceil(begin + scale) - 1 : first);
    for (let place = Math.max(0, first); place <= last; place += 1) {
      const bucket = (made[place] ??= { sum: 0, count: 0 });
      bucket.sum += value;
      bucket.count += 1;
    }
  }
  return made.map((bucket) => bucket && { mean: bucket.sum / bucket.count });
}

/** The index of the last known second up to `second`; 0 if there is none. */
export function indexAt(seconds, second) {
  let [low, high] = [0, seconds.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (seconds[middle] <= second) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * A column with its sums, and with its least and most values over 1, 2, 4, 8 … seconds: drawing a part takes time in
 * proportion to its pixels, not to its seconds, and a part that moves does not flicker.
 */
export class Series {
  /**
   * @param {number[]} seconds in ascending order
   * @param {(number | null)[]} values
   * @param {number} whole the length in seconds
   */
  constructor(seconds, values, whole) {
    this.whole = whole;
    const known = new Float32Array(whole).fill(NaN);
    values.forEach((value, index) => {
      if (value !== null && seconds[index] < whole) known[seconds[index]] = value;
    });
    this.sums = new Float64Array(whole + 1);
    this.counts = new Uint32Array(whole + 1);
    known.forEach((value, index) => {
      const isKnown = !Number.isNaN(value);
      this.sums[index + 1] = this.sums[index] + (isKnown ? value : 0);
      this.counts[index + 1] = this.counts[index] + (isKnown ? 1 : 0);
    });
    this.levels = [{ least: known, most: known }];
    while (this.levels.at(-1).least.length > 64) this.levels.push(halved(this.levels.at(-1)));
  }

  /** The mean of the known values from one second to another; NaN without any. */
  mean(from, to) {
    const [first, last] = [Math.max(0, Math.floor(from)), Math.min(this.whole, Math.ceil(to))];
    if (last <= first) return NaN;
    return (this.sums[last] - this.sums[first]) / (this.counts[last] - this.counts[first]);
  }

  /**
   * The known values of a part.
   * @param {import("./axes.js").Part} part
   */
  known({ from, to }) {
    return this.levels[0].least.subarray(Math.floor(from), Math.ceil(to)).filter((value) => !Number.isNaN(value));
  }

  /**
   * The points of a part, about one for each of `count` pixels, and one beyond each edge. Each line of points ends at a
   * gap: [[{ second, mean, least, most }]].
   * @param {import("./axes.js").Part} part
   */
  lines({ from, to }, count) {
    const level = Math.min(this.levels.length - 1, Math.max(0, Math.ceil(Math.log2((to - from) / Math.max(1, count)))));
    const { least, most } = this.levels[level];
    const step = 2 ** level;
    const reach = Math.ceil(bridge / step);
    const lines = [];
    let last = -Infinity;
    const end = Math.min(least.length - 1, Math.ceil(to / step) + reach);
    for (let index = Math.max(0, Math.floor(from / step) - reach); index <= end; index += 1) {
      const mean = this.mean(index * step, (index + 1) * step);
      if (Number.isNaN(mean)) continue;
      if ((index - last) * step > Math.max(bridge, step * 1.5)) lines.push([]);
      last = index;
      lines.at(-1).push({ second: (index + 0.5) * step, mean, least: least[index], most: most[index] });
    }
    return lines;
  }
}

function halved({ least, most }) {
  const length = Math.ceil(least.length / 2);
  const made = { least: new Float32Array(length), most: new Float32Array(length) };
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [2 * index, 2 * index + 1];
    const isAlone = other >= least.length || Number.isNaN(least[other]);
    made.least[index] = isAlone || least[one] < least[other] ? least[one] : least[other];
    made.most[index] = isAlone || most[one] > most[other] ? most[one] : most[other];
  }
  return made;
}

/** The path through lines of points. A single point becomes a dot. */
export function linePath(lines, x, y) {
  let path = "";
  for (const line of lines) {
    line.forEach(({ second, mean }, index) => {
      path += `${index === 0 ? "M" : "L"}${x(second).toFixed(1)} ${y(mean).toFixed(1)}`;
    });
    if (line.length === 1) path += "h0";
  }
  return path;
}

/** The area between the least and the most values. */
export function rangePath(lines, x, y) {
  let path = "";
  for (const line of lines) {
    if (line.length < 2) continue;
    path += "M";
    for (const { second, most } of line) path += `${x(second).toFixed(1)} ${y(most).toFixed(1)} `;
    for (const { second, least } of [...line].reverse()) path += `${x(second).toFixed(1)} ${y(least).toFixed(1)} `;
    path += "Z";
  }
  return path;
}

/** The highest point of each stretch above a limit: [{ second, value }]. */
export function peaks(lines, limit) {
  const found = [];
  for (const line of lines) {
    let isAbove = false;
    for (const { second, most } of line) {
      if (most > limit && !isAbove) found.push({ second, value: most });
      else if (most > limit && most > found.at(-1).value) found[found.length - 1] = { second, value: most };
      isAbove = most > limit;
    }
  }
  return found;
}
