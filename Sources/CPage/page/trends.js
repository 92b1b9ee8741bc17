// Weekly sums, records and best power.
import { call } from "./api.js";
import { el, iconButton, setText, svg } from "./dom.js";
import { trying } from "./notes.js";
import { button, card, choices } from "./parts.js";
import { clock, dayText, number, t, way } from "./words.js";

/** The start of a time's week: Monday at local midnight. */
export function mondayOf(time) {
  const day = new Date(time);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - ((day.getDay() + 6) % 7));
}

const none = () => ({ hours: 0, work: 0, distance: 0, zone2: 0, tss: 0, heavy: 0, heavySeconds: 0, rides: [] });

/** The weeks from the first ride to now, oldest first, including those without a ride. */
export function weeksOf(rides, now) {
  const sums = new Map();
  const monday = (time) => mondayOf(time).getTime();
  for (const ride of rides) {
    const week = sums.get(monday(ride.start)) ?? none();
    week.hours += ride.timerSeconds / 3600;
    week.work += ride.kilojoules ?? 0;
    week.distance += ride.distanceMeters ?? 0;
    week.zone2 += ride.zone2Seconds / 3600;
    week.tss += ride.trainingStressScore ?? 0;
    if (ride.zone2Watts !== undefined) {
      week.heavy += ride.zone2Watts * ride.zone2Seconds;
      week.heavySeconds += ride.zone2Seconds;
    }
    week.rides.push(ride);
    sums.set(monday(ride.start), week);
  }
  const weeks = [];
  const first = rides.length > 0 ? mondayOf(rides[0].start) : mondayOf(now);
  // Counts days, not hours: two weeks of a year have an hour more or less.
  for (let day = first; day <= now; day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 7)) {
    const week = sums.get(day.getTime()) ?? none();
    weeks.push({ monday: day, ...week, watts: week.heavySeconds > 0 ? week.heavy / week.heavySeconds : undefined });
  }
  return weeks;
}

/** Adds the fitness and fatigue at the end of each week, or of the last known day. The days must be in order. */
export function withLoad(weeks, days) {
  let next = 0;
  return weeks.map((week) => {
    const { monday } = week;
    const end = new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + 7);
    while (next < days.length && new Date(`${days[next].date}T00:00`) < end) next += 1;
    return { ...week, fitness: days[next - 1]?.fitness, fatigue: days[next - 1]?.fatigue };
  });
}

const lengths = [8, 13, 26, 52, 104, Infinity];

const kinds = () => [["hours", t("Time"), (value) => clock(value * 3600)], ["work", t("Work"),
  (value) => `${number(value)} kJ`],
  ["distance", t("Distance"), way], ["zone2", t("Zone 2"), (value) => clock(value * 3600)],
  ["tss", t("TSS"), (value) => number(value)], ["fitness", t("Fitness"), (value) => number(value)],
  ["fatigue", t("Fatigue"), (value) => number(value)],
  ["watts", t("Zone 2 power"), (value) => (value === undefined ? "–" : `${number(value)} W`)]];

/** The weeks as bars, the newest always at the right; the records; and the best power by duration. */
export function trendsView() {
  let [weeks, kind, length, chosen] = [[], "hours", 1, null];
  const picture = svg("svg", { viewBox: "0 0 1000 300", preserveAspectRatio: "none", class: "weeks", role: "img",
    tabindex: 0 });
  const told = el("p", { class: "live-text", role: "status" });
  const links = el("p", { class: "links-line" });
  const kindChoices = choices("kind", kinds(), kind, (key) => {
    kind = key;
    draw();
  });
  const zoom = (by) => {
    length = Math.min(lengths.length - 1, Math.max(0, length + by));
    chosen = null;
    draw();
  };
  const retry = button(t("Try again"), () => read(), { hidden: true });
  const records = card(t("Records"));
  const best = card(t("Best power"));
  const node = el("div", { class: "start trends" }, el("header", {}, el("h1", {}, t("Trends")),
    iconButton(t("Fewer weeks"), "longer", () => zoom(-1)), iconButton(t("More weeks"), "less", () => zoom(1))),
  kindChoices, el("section", { class: "card" }, told, picture, links, retry), best, records);

  const valueOf = (week) => week[kind];
  const shown = () => weeks.slice(-lengths[length]);
  const text = (week) => {
    const date = dayText(week.monday, { day: "numeric", month: "short", year: "numeric" });
    const value = kinds().find(([key]) => key === kind)[2](valueOf(week));
    return t("{1}: {2}", t("Week of {1}", date), value);
  };
  const draw = () => {
    const some = shown();
    const values = some.map(valueOf);
    const known = values.filter((value) => value !== undefined);
    const most = Math.max(...known, 0.001);
    // Power varies little: its axis starts near the least.
    const least = kind === "watts" && known.length > 0 ? Math.min(...known) * 0.9 : 0;
    const wide = 1000 / Math.max(some.length, 1);
    const height = (value) => (Math.max(0, (value ?? 0) - least) / (most - least)) * 285;
    const means = weeks.map((_, index) => {
      const four = weeks.slice(Math.max(0, index - 3), index + 1).map(valueOf).filter((value) => value !== undefined);
      return four.length > 0 ? four.reduce((sum, value) => sum + value, 0) / four.length : undefined;
    }).slice(-some.length);
    const middle = (index, value) => `${((index + 0.5) * wide).toFixed(1)} ${(300 - height(value)).toFixed(1)}`;
    let pen = "M";
    const line = means.map((value, index) => {
      if (value === undefined) {
        pen = "M";
        return "";
      }
      const part = `${pen}${middle(index, value)}`;
      pen = "L";
      return part;
    }).join("");
    const shape = (week, index) => {
      const look = week === chosen ? " chosen" : "";
      if (kind === "watts") {
        const d = `M${middle(index, values[index])}h0`;
        return values[index] === undefined ? "" : svg("path", { d, class: `point${look}` });
      }
      return svg("rect", { x: index * wide + wide * 0.1, width: wide * 0.8, y: 300 - height(values[index]),
        height: height(values[index]), class: `bar${look}` });
    };
    picture.replaceChildren(...some.map(shape).filter(Boolean), svg("path", { d: line, class: "mean" }));
    const week = chosen ?? some.at(-1);
    if (!week) return;
    setText(told, weeks.some(({ rides }) => rides.length > 0) ? text(week) : t("No rides yet."));
    picture.setAttribute("aria-label", t("The last {1} weeks. {2}. The line is the mean of four weeks.", some.length,
      text(week)));
    picture.dataset.weeks = some.length;
    links.replaceChildren(...week.rides.map((ride) => el("a", { href: `#ride=${ride.id}` },
      `${dayText(new Date(ride.start), { weekday: "short" })} ${clock(ride.timerSeconds)}`)));
  };
  const choose = (index) => {
    const some = shown();
    const week = some[Math.min(some.length - 1, Math.max(0, index))];
    if (week === chosen) return;
    chosen = week;
    draw();
  };
  const at = (event) => {
    const box = picture.getBoundingClientRect();
    choose(Math.floor(((event.clientX - box.left) / box.width) * shown().length));
  };
  // Two fingers zoom one step when their distance changes by a factor of 4/3; one chooses a week.
  const fingers = new Map();
  let apart = 0;
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return Math.max(1, Math.abs(one - other));
  };
  picture.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event.clientX);
    if (fingers.size === 2) apart = spread();
    else at(event);
  });
  picture.addEventListener("pointermove", (event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, event.clientX);
    if (fingers.size === 2) {
      const ratio = spread() / apart;
      if (ratio < 1.33 && ratio > 0.75) return;
      apart = spread();
      zoom(ratio > 1 ? -1 : 1);
    } else if (event.pointerType === "mouse" || event.pressure > 0) at(event);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    picture.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  // One turn of the wheel sends many events, but zooms one step; without Ctrl it scrolls.
  let turned = 0;
  picture.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - turned < 150) return;
    turned = event.timeStamp;
    zoom(event.deltaY > 0 ? 1 : -1);
  });
  picture.addEventListener("keydown", (event) => {
    const some = shown();
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) choose((chosen ? some.indexOf(chosen) : some.length - 1) + by);
    else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? -1 : 1);
    else return;
    event.preventDefault();
  });

  const everyRide = async () => {
    let rides = [];
    let before;
    for (;;) {
      const reply = await call("History", { since: "1970-01-01T00:00:00Z", before });
      rides = [...reply.rides, ...rides];
      if (!reply.more || reply.rides.length === 0) return rides;
      before = reply.rides[0].start;
    }
  };
  const read = async () => {
    const rides = await trying(everyRide);
    retry.hidden = rides !== undefined;
    if (!rides) return;
    const place = chosen?.monday.getTime();
    const take = (made) => {
      weeks = made;
      chosen = weeks.find((week) => week.monday.getTime() === (chosen?.monday.getTime() ?? place)) ?? null;
      draw();
    };
    take(withLoad(weeksOf(rides, new Date()), []));
    // A response has at most 4000 days.
    const from = new Date(Math.max(weeks[0].monday.getTime(), Date.now() - 3990 * 86400000));
    const { days } = await call("Load", { from: from.toISOString().slice(0, 10) }).catch(() => ({ days: [] }));
    take(withLoad(weeks, days));
    const [all, late] = await Promise.all([call("BestPower"), call("BestPower",
      { since: new Date(Date.now() - 42 * 86400000).toISOString().replace(/\.\d+/, "") })]).catch(() => [{ points: [] },
        { points: [] }]);
    best.replaceChildren(el("h2", {}, t("Best power")), ...powerCurve(all.points, late.points));
    const { records: found } = await call("Records").catch(() => ({ records: [] }));
    records.replaceChildren(el("h2", {}, t("Records")), el("ul", { class: "records" }, ...found.map((record) => el("li",
      {},
      el("span", {}, recordName(record)), el("strong", {}, recordValue(record.best)),
      el("a", { href: `#ride=${record.best.ride}` }, dayText(new Date(record.best.start)))))));
    records.hidden = found.length === 0;
  };
  read();
  return {
    node,
    changed(changes) { if (changes.some(({ subject }) => subject !== "devices" && subject !== "plan")) read(); },
  };
}

const recordName = ({ kind, overSeconds }) => ({ power: t("Power over {1}", clock(overSeconds)), time: t("Longest ride"),
  distance: t("Farthest ride"), work: t("Most work"), zone2Power: t("Zone 2 power") })[kind];
const recordValue = ({ watts, timerSeconds, distanceMeters, kilojoules }) => (watts !== undefined ? `${number(watts)} W`
  : timerSeconds !== undefined ? clock(timerSeconds) : distanceMeters !== undefined ? way(distanceMeters)
    : `${number(kilojoules)} kJ`);

/** The best mean power by duration (logarithmic), of all rides and of the last six weeks. */
function powerCurve(all, late) {
  if (all.length < 2) return [el("p", { class: "soft" }, t("No ride with power yet."))];
  const most = Math.max(...all.map((point) => point.watts));
  const [least, longest] = [Math.log(all[0].overSeconds), Math.log(all.at(-1).overSeconds)];
  const path = (points) => points.map(({ overSeconds, watts }, index) => `${index ? "L" : "M"}`
    + `${(((Math.log(overSeconds) - least) / (longest - least)) * 1000).toFixed(1)} ${(295 - (watts / most) * 285).toFixed(1)}`).join("");
  const some = [5, 60, 300, 1200, 3600].flatMap((seconds) => all.filter((point) => point.overSeconds === seconds));
  const words = some.map((point) => `${clock(point.overSeconds)} ${number(point.watts)} W`).join(" · ");
  return [svg("svg", { viewBox: "0 0 1000 300", preserveAspectRatio: "none", class: "curve", role: "img",
    "aria-label": words },
    svg("path", { d: path(all), class: "all" }), svg("path", { d: path(late), class: "late" })),
  el("p", { class: "soft" }, words), el("p", { class: "soft" }, t("Pale: all rides. Strong: the last six weeks."))];
}
