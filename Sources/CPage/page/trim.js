// Trims a ride, step by step.
import { call, fileOf, track } from "./api.js";
import { reduced } from "./chart.js";
import { connectForms } from "./connecting.js";
import { el, setText, show, svg } from "./dom.js";
import { note, trying } from "./notes.js";
import { button, choices, refused, sportSelect } from "./parts.js";
import { clock, number, t, timeOfDay, way } from "./words.js";

const shortest = 60;

/** A track with the distance and the work (in kJ) so far at every second. */
export function prepared({ power, distance, ...columns }) {
  let [work, meters] = [0, 0];
  return { ...columns, power, distance: distance?.map((value) => (meters = value ?? meters)),
    energy: power?.map((watts, index) => (work += columns.running[index] ? (watts ?? 0) / 1000 : 0)) };
}

/** The sums of some parts of a track; `from` is part of them, `to` is not. */
export function sums({ seconds, running, power, heart, distance }, parts) {
  const sum = { seconds: 0, joules: 0, powered: 0, beats: 0, beating: 0, meters: 0 };
  seconds.forEach((second, index) => {
    if (!parts.some(({ from, to }) => second >= from && second < to)) return;
    if (distance) sum.meters += distance[index] - (distance[index - 1] ?? 0);
    if (!running[index]) return;
    sum.seconds += 1;
    // A second without power counts with the mean of the others, as in jz2d.
    if ((power?.[index] ?? null) !== null) [sum.joules, sum.powered] = [sum.joules + power[index], sum.powered + 1];
    if (heart?.[index]) [sum.beats, sum.beating] = [sum.beats + heart[index], sum.beating + 1];
  });
  const watts = power && (sum.powered > 0 ? sum.joules / sum.powered : 0);
  return { seconds: sum.seconds, kilojoules: power && (watts * sum.seconds) / 1000, meters: distance && sum.meters,
    watts, beats: heart && sum.beats / sum.beating };
}

/** A part with one end moved, within the ride and at least `shortest` long. */
export function moved({ from, to }, end, second, whole) {
  return end === "from" ? { from: Math.max(0, Math.min(second, to - shortest)), to }
    : { from, to: Math.min(whole, Math.max(second, from + shortest)) };
}

const told = ({ seconds, kilojoules, meters, watts, beats }) => [[t("Time"), seconds, clock(seconds)],
  [t("Work"), kilojoules, `${number(kilojoules)} kJ`], [t("Distance"), meters, way(meters)],
  [t("Average power"), watts, `${number(watts)} W`], [t("Average heart rate"), beats, `${number(beats)} ${t("bpm")}`],
].filter(([, value]) => value !== undefined);

const sportField = (id, chosen) => el("label", { class: "field" }, t("Sport"), sportSelect(chosen,
  ({ target }) => trying(async () => {
    await call("Edit", { ride: id, sport: target.value });
    note(t("Saved."));
  })));

/** A service, its copy of the ride, and a button to send it again. */
function serviceRow(id, one, upload) {
  const { service, traits } = one;
  const name = traits?.title ?? service;
  const { state, outdated, message, url } = upload ?? {};
  const words = !upload ? t("{1} does not have the ride.", name)
    : ["queued", "sending", "processing"].includes(state) ? t("{1}: the ride is on its way.", name)
      : state === "failed" ? t("{1}: {2}", name, message ?? t("refused"))
        : !outdated ? t("{1} has the ride.", name)
          : traits?.renewal === "automatic"
            ? t("{1} has the old version, and gets the new one automatically.", name)
            : traits?.renewal === "again" ? t("{1} got the old version. Send the ride again to run it again.", name)
              : t("{1} has the old version and does not replace it. Delete it there, then send the ride again.", name);
  return el("div", { class: "actions" }, el("p", {}, words, " ", url?.startsWith("https://")
    && el("a", { href: url, rel: "noreferrer", target: "_blank" }, t("Open it there"))),
  button(t("Send again"), ({ target }) => trying(async () => {
    const sent = await call("SyncAgain", { ride: id, service });
    target.closest(".actions").replaceWith(serviceRow(id, one, sent.upload));
    note(t("The ride is being sent again."));
  })));
}

/** The steps of a trim: choose, check, save, and renew the copies elsewhere. */
export function trimView(app, id) {
  const head = el("header", {}, el("h1", {}, t("Trim")),
    el("a", { href: `#ride=${id}`, class: "button" }, t("Back to the ride")));
  const node = el("div", { class: "start trim" }, head);
  let renew = () => {};
  const load = async () => {
    node.replaceChildren(head);
    try {
      const [columns, { suggestion }, review] = await Promise.all([track(id, true), call("SuggestTrim", { ride: id }),
        call("Review", { ride: id })]);
      const made = steps(app, id, prepared(columns), suggestion, review);
      renew = made.renew;
      node.append(...made.cards);
    } catch (refusal) {
      node.append(...refused(refusal, load));
    }
  };
  load();
  return { node, changed(changes) {
    if (changes.some(({ subject, kind }) => subject === "library" && kind === "replaced")) load();
    else if (changes.some(({ ride }) => String(ride) === id)) {
      call("Review", { ride: id }).then((told) => renew(told), () => {});
    }
  } };
}

function steps(app, id, columns, { proposal, forgotten, tailSeconds }, review) {
  const whole = review.ride.trim?.wholeSeconds ?? columns.ride.elapsedSeconds;
  const time = (second) => timeOfDay(new Date(Date.parse(columns.ride.start) + 1000 * second), true);
  const kept = ({ trim }) => ({ from: trim?.fromSeconds ?? 0, to: trim?.toSeconds ?? whole });
  const isWhole = ({ from, to }) => from === 0 && to === whole;
  // `saved` is on the Pi, `former` was there before this view saved, `part` is chosen.
  let [saved, former, isBusy, isOutdated] = [kept(review.ride), null, false, false];
  let part = saved;
  const isChosen = () => part.from !== saved.from || part.to !== saved.to;
  const card = (place, name, ...children) => el("section", { class: "card step", "aria-label": name },
    el("h2", {}, el("span", { class: "place" }, place), name), ...children);

  const picture = svg("svg", { viewBox: "0 0 1000 300", preserveAspectRatio: "none", role: "img" });
  const move = (end, second) => {
    part = moved(part, end, second, whole);
    changed();
  };
  const ends = [["from", t("Start")], ["to", t("End")]].map(([end, name]) => ({ end, name, time: el("span"),
    handle: el("input", { type: "range", class: end, min: 0, max: whole, "aria-label": name, on: {
      input: ({ target }) => move(end, Number(target.value)),
      keydown: (event) => {
        const { key, shiftKey } = event;
        if (!key.startsWith("Page") && !(shiftKey && key.startsWith("Arrow"))) return;
        event.preventDefault();
        move(end, part[end] + (/Up|Right/.test(key) ? 60 : -60));
      },
    } }) }));
  const kinds = [["power", t("Power"), (watts) => `${number(watts)} W`],
    ["heart", t("Heart rate"), (beats) => `${number(beats)} ${t("bpm")}`],
    ["energy", t("Energy"), (work) => `${number(work)} kJ`], ["distance", t("Distance"), way],
  ].filter(([kind]) => columns[kind]);
  let shown = kinds[0];
  const [text, figures] = [el("p", { class: "live-text" }), el("p")];
  const choose = card(1, t("Choose"), choices("over", kinds, shown?.[0], (key) => {
    shown = kinds.find(([kind]) => kind === key);
    draw();
  }),
  el("div", { class: "slider" }, picture, ...ends.map(({ handle }) => handle)),
  ...ends.map(({ end, name, time }) => el("div", { class: "actions nudge", role: "group", "aria-label": name },
    button("−10 s", () => move(end, part[end] - 10)), time, button("+10 s", () => move(end, part[end] + 10)))),
  text, figures, whole <= shortest && el("p", {}, t("This ride is too short to trim: one minute must remain.")),
  proposal && el("div", { class: "actions" }, el("p", {}, forgotten
    ? t("You did not pedal in the last {1}. You probably forgot to stop the ride.", clock(tailSeconds))
    : t("The main part, without warm-up and cool-down.")), button(t("Use the suggestion"), () => {
    part = { from: proposal.fromSeconds, to: proposal.toSeconds };
    changed();
  })), sportField(id, review.ride.sport));

  const [table, words] = [el("table"), el("p")];
  const check = card(2, t("Check"), words, table);

  const said = el("p", { role: "status", tabIndex: -1 });
  const put = (range, back) => trying(async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const { uploads } = await (isWhole(range) ? call("Untrim", { ride: id })
        : call("Trim", { ride: id, fromSeconds: range.from, toSeconds: range.to }));
      [part, saved, former] = [range, range, back];
      changed();
      setText(said, back ? t("Saved: {1} of {2} kept.", clock(range.to - range.from), clock(whole))
        : t("The last change is undone."));
      said.focus();
      elsewhere(uploads);
    } finally {
      isBusy = false;
      // Another client may have changed the ride meanwhile.
      if (isOutdated) call("Review", { ride: id }).then(renew, () => {});
      isOutdated = false;
    }
  });
  const keep = button(t("Save the part"), () => put(part, saved), { class: "main go" });
  const undo = button(t("Undo"), () => put(former, null));
  const save = card(3, t("Save"), el("div", { class: "actions" }, keep, undo), said);

  const services = el("div");
  const after = card(4, t("Services and the original"), services,
    el("p", {}, t("The Pi keeps the whole ride. To get it back, open the ride and choose “Undo the trim”.")),
    el("div", { class: "links" }, el("a", { href: fileOf(id, "fit"), download: "" }, t("Download the part")),
      el("a", { href: fileOf(id, "fit", true), download: "" }, t("Download the original"))));
  const elsewhere = async (uploads) => {
    const told = app.page.hasSync ? await call("Services").catch(() => null) : null;
    const rows = (told?.services ?? []).filter(({ state }) => state === "connected").map((one) =>
      serviceRow(id, one, uploads.find(({ service }) => service === one.service)));
    services.replaceChildren(...(rows.length > 0 ? rows : [el("p", {}, t("No service is connected."))]),
      ...connectForms(told?.services ?? [], app.page, () => elsewhere(uploads)));
  };

  const draw = () => {
    const [kind, name, unit] = shown ?? ["", "", number];
    const buckets = Math.min(400, whole);
    const points = shown ? reduced(columns.seconds, columns[kind], 0, whole, buckets) : [];
    const values = points.filter(Boolean).map(({ mean }) => mean);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const low = kind === "heart" ? least - 10 : 0;
    const [from, to] = [part.from, part.to].map((second) => (1000 * second) / whole);
    const y = ({ mean }) => (300 - ((mean - low) / Math.max(1, most - low)) * 280).toFixed(1);
    const veil = (x, width) => svg("rect", { x, width, height: 300, fill: "url(#cut)" });
    picture.replaceChildren(svg("pattern", { id: "cut", width: 24, height: 24, patternUnits: "userSpaceOnUse" },
      svg("path", { d: "M0 0H24V24H0z", class: "veil" }), svg("path", { d: "M0 24L24 0", class: "hatch" })),
    svg("path", { class: `drawn ${kind}`, d: points.map((point, index) => (point
      ? `M${(index * 1000) / buckets} 300V${y(point)}h${1000 / buckets}V300` : "")).join("") }),
    veil(0, from), veil(to, 1000 - to), svg("path", { d: `M${from} 0V300M${to} 0V300`, class: "edge" }));
    picture.setAttribute("aria-label",
      t("{1} over {2}: from {3} to {4}.", name, clock(whole), unit(least), unit(most)));
  };
  const changed = () => {
    const all = told(sums(columns, [part]));
    const cut = told(sums(columns, [{ from: 0, to: part.from }, { from: part.to, to: whole }]));
    for (const one of ends) {
      const second = part[one.end];
      one.handle.value = second;
      one.handle.setAttribute("aria-valuetext", `${clock(second)}, ${time(second)}`);
      setText(one.time, `${one.name} ${clock(second)} · ${time(second)}`);
    }
    setText(text, t("{1} kept, {2} cut.", clock(part.to - part.from), clock(whole - part.to + part.from)));
    setText(figures, all.slice(1).map(([, , value]) => value).join(" · "));
    setText(words, t("Cut: {1} at the start, {2} at the end.", clock(part.from), clock(whole - part.to)));
    table.replaceChildren(el("thead", {}, el("tr", {}, el("td"), ...[t("Kept"), t("Cut")].map((name) =>
      el("th", { scope: "col" }, name)))), el("tbody", {}, ...all.map(([name, , value], index) =>
      el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value), el("td", {}, cut[index][2])))));
    draw();
    const turns = [[choose, !former], [check, isChosen() || former], [save, isChosen() || former],
      [after, !isChosen() && (former || !isWhole(saved))]];
    for (const [step, isTurn] of turns) {
      step.inert = !isTurn;
      step.setAttribute("aria-disabled", !isTurn);
    }
    show(keep, !former);
    show(undo, Boolean(former));
    setText(said, "");
  };
  changed();
  elsewhere(review.uploads);

  const renew = ({ ride, uploads }) => {
    if (isBusy) {
      isOutdated = true;
      return;
    }
    elsewhere(uploads);
    const now = kept(ride);
    if (now.from === saved.from && now.to === saved.to) return;
    // Another client trimmed it; a choice made here stays.
    if (!isChosen()) part = now;
    [saved, former] = [now, null];
    changed();
  };
  return { cards: [choose, check, save, after], renew };
}
