// The rows of an edited plan, without the document: intervals, and { kind: "repeat", repeats } and { kind: "end" }
// around the steps of a repeat. The Pi has no repeats within repeats.

/** The groups of a plan as rows. */
export function rowsOf(groups) {
  return groups.flatMap(({ repeats, intervals }) => {
    const rows = intervals.map((interval) => ({ kind: "interval", ...interval }));
    return repeats === 1 && rows.length === 1 ? rows : [{ kind: "repeat", repeats }, ...rows, { kind: "end" }];
  });
}

/** Converts rows to groups. */
export function groupsOf(rows) {
  const groups = [];
  let open = null;
  for (const row of rows) {
    if (row.kind === "repeat") groups.push(open = { repeats: row.repeats, intervals: [] });
    else if (row.kind === "end") open = null;
    else if (open) open.intervals.push(row);
    else groups.push({ repeats: 1, intervals: [row] });
  }
  return groups;
}

/** Whether each repeat is closed, not empty and not nested. */
export function isSound(rows) {
  let held = null;
  for (const { kind } of rows) {
    if (kind === "interval" && held !== null) held += 1;
    if (kind === "repeat" && held !== null) return false;
    if (kind === "end" && !held) return false;
    if (kind !== "interval") held = kind === "repeat" ? 0 : null;
  }
  return held === null;
}

/** Whether a new row at `index` would be a step of a repeat. */
export function isInside(rows, index) {
  const open = rows.slice(0, index).findLast(({ kind }) => kind !== "interval");
  return open?.kind === "repeat";
}

/** The index after a row, or after the whole repeat that begins there. */
export function endOf(rows, index) {
  return rows[index].kind === "repeat" ? rows.findIndex(({ kind }, at) => at > index && kind === "end") + 1 : index + 1;
}

const withoutEmpty = (rows) => rows.filter((row, index) => !(row.kind === "repeat" && rows[index + 1]?.kind === "end")
  && !(row.kind === "end" && rows[index - 1]?.kind === "repeat"));

/**
 * The rows after moving a row, or a whole repeat, to the index `to` of the remaining rows. A repeat that loses its last
 * step disappears. Returns the same array if nothing moves or the result would not be sound.
 */
export function movedRow(rows, from, to) {
  const end = endOf(rows, from);
  const rest = [...rows.slice(0, from), ...rows.slice(end)];
  const next = withoutEmpty([...rest.slice(0, to), ...rows.slice(from, end), ...rest.slice(to)]);
  return isSound(next) && next.some((row, index) => row !== rows[index]) ? next : rows;
}

/** The index for `movedRow` that moves a row one place up (-1) or down (1); a repeat passes whole repeats. */
export function neighbour(rows, from, by) {
  if (rows[from].kind !== "repeat") return Math.min(rows.length - 1, Math.max(0, from + by));
  if (by > 0) {
    const end = endOf(rows, from);
    return end < rows.length ? from + endOf(rows, end) - end : from;
  }
  const isEnd = rows[from - 1]?.kind === "end";
  return isEnd ? rows.findLastIndex(({ kind }, at) => at < from && kind === "repeat") : Math.max(0, from - 1);
}

/** The places where a row may land: [[gap, to]], with the row that would follow, and the index for `movedRow`. */
export function landings(rows, from) {
  const end = endOf(rows, from);
  return Array.from({ length: rows.length + 1 }, (_, gap) => gap)
    .filter((gap) => (gap <= from || gap >= end) && !(rows[from].kind === "repeat" && isInside(rows, gap)))
    .map((gap) => [gap, gap <= from ? gap : gap - (end - from)]);
}

/** The rows without a step, or without the frame of a repeat, whose steps stay. */
export function withoutRow(rows, index) {
  if (rows[index].kind === "interval") return withoutEmpty(rows.filter((_, at) => at !== index));
  const end = endOf(rows, index) - 1;
  return rows.filter((_, at) => at !== index && at !== end);
}

/** The rows with a step as a repeat of its own. */
export const repeated = (rows, index) => [...rows.slice(0, index), { kind: "repeat", repeats: 2 }, rows[index],
  { kind: "end" }, ...rows.slice(index + 1)];

/** The rows with others inserted. */
export const inserted = (rows, index, ...more) => [...rows.slice(0, index), ...more, ...rows.slice(index)];

/** A name for a copy that no other plan has: Hills 2, Hills 3. */
export function copyName(name, names) {
  const [, stem, count] = name.match(/^(.*?)(?: (\d{1,3}))?$/);
  let next = Number(count ?? 1) + 1;
  while (names.some((other) => other.toLowerCase() === `${stem} ${next}`.toLowerCase())) next += 1;
  return `${stem} ${next}`;
}
