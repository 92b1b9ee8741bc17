// A plan before it is ridden, and its start.
import { call } from "./api.js";
import { el, icon, setText, show, svg } from "./dom.js";
import { drawSkyline } from "./draw.js";
import { trying } from "./notes.js";
import { button, refused } from "./parts.js";
import { isOn, unrolled } from "./ride.js";
import { copyName } from "./rows.js";
import { begin, startErrorPlace } from "./starter.js";
import { number, t } from "./words.js";
import { endText, lengthText, plannedText, targetText, titleOfPlan, totals } from "./workout.js";

function stepItem(step, threshold) {
  const cadence = step.cadenceFrom !== undefined && `${step.cadenceFrom}–${step.cadenceTo} ${t("rpm")}`;
  return el("li", { class: "step" }, el("span", { class: "ends" }, endText(step)),
    el("span", {}, el("strong", {}, targetText(step, threshold)),
      ...[step.label, cadence].filter(Boolean).map((text) => el("span", { class: "soft" }, text))));
}

/** The steps of a plan; a repetition has its number of rounds at its edge. */
const stepList = (groups, threshold) => el("ol", { class: "steps" }, ...groups.flatMap(({ repeats, intervals }) => {
  const steps = intervals.map((step) => stepItem(step, threshold));
  return repeats === 1 ? steps : [el("li", { class: "round" }, el("span", { class: "times" }, `${repeats} ×`),
    el("ol", {}, ...steps))];
}));

/** @param {Wire.Calls["ShowPlan"]["reply"]} shown */
function facts({ plan, groups, thresholdWatts }) {
  const sum = totals(groups, thresholdWatts);
  const fact = (name, value) => value && el("div", {}, el("dt", {}, name), el("dd", {}, value));
  // A test needs no FTP.
  const isMissing = sum.usesThreshold && thresholdWatts === undefined && plan.kind !== "test";
  return [el("dl", { class: "sums" }, ...[fact(sum.seconds > 0 ? t("Time") : t("Length"), lengthText(sum)),
    fact(t("Intervals"), String(sum.steps)),
    fact(t("Work"), sum.kilojoules > 0 && `${number(sum.kilojoules)} kJ`),
    fact(t("Intensity"), plan.intensityFactor !== undefined && number(plan.intensityFactor, 2)),
    fact(t("TSS"), plan.trainingStressScore !== undefined && number(plan.trainingStressScore)),
    fact("FTP", sum.usesThreshold && thresholdWatts !== undefined && `${thresholdWatts} W`)].filter(Boolean)),
  isMissing && el("p", { class: "wrong" }, t("This plan needs your FTP."), " ",
    el("a", { href: "#settings" }, t("Set it in the settings.")), " ",
    el("a", { href: "#start=ramp-test" }, t("Or ride a test."))),
  plan.summary && el("p", { class: "soft" }, plan.summary),
  plan.day && el("p", { class: "soft" }, plannedText(plan)),
  ].filter(Boolean);
}

/** Copies a workout of the package, and opens the copy in the editor. */
const copyOf = (name) => trying(async () => {
  const { plans } = await call("Plans", { all: true });
  const { plan } = await call("CopyPlan", { name, to: copyName(name, plans.map((one) => one.name)) });
  location.hash = `plan=${encodeURIComponent(plan.name)}`;
});

/** The preview of a plan. */
export function previewView(app, name) {
  const sky = svg("svg", { class: "sky", "aria-hidden": "true" });
  const inside = el("div", { class: "inside", "aria-busy": "true" }, el("p", { class: "soft" }, t("Loading …")));
  const go = el("button", { type: "button", class: "main go wide", disabled: true,
    on: { click: () => begin({ plan: name }, go) } }, icon("play"), el("span", {}, t("Start the ride")));
  const title = el("h1", {}, name);
  const note = el("p", { class: "soft", role: "status" });
  const node = el("div", { class: "start preview" },
    el("header", {}, el("a", { href: "#", class: "up", "aria-label": t("Back") }, "‹"), title),
    startErrorPlace(), inside, el("div", { class: "start-bar" }, note, go));
  let [isLoaded, isRiding, turn] = [false, isOn(app.status), 0];
  let zones = app.settings?.powerZones;
  /** @type {Wire.Calls["ShowPlan"]["reply"] | undefined} */
  let shown;

  const draw = () => { if (shown) drawSkyline(sky, unrolled(shown.groups, shown.thresholdWatts), zones); };

  const arrange = () => {
    go.disabled = !isLoaded || isRiding;
    show(note, isRiding);
    setText(note, isRiding ? t("A ride is on already.") : "");
  };
  const load = async () => {
    const mine = (turn += 1);
    try {
      const found = await call("ShowPlan", { name });
      if (mine !== turn) return;
      setText(title, titleOfPlan(found.plan));
      shown = found;
      draw();
      inside.replaceChildren(sky, ...facts(found), stepList(found.groups, found.thresholdWatts));
      isLoaded = found.groups.length > 0;
      if (!isLoaded) inside.append(el("p", { class: "empty" }, t("This plan is empty.")));
    } catch (refusal) {
      if (mine !== turn) return;
      isLoaded = false;
      inside.replaceChildren(...refused(refusal, load));
    }
    inside.ariaBusy = null;
    inside.append(shown?.plan.kind === undefined
      ? el("a", { href: `#plan=${encodeURIComponent(name)}`, class: "opens" }, t("Edit the plan"))
      : button(t("Copy it to edit it"), () => copyOf(name)));
    arrange();
  };
  arrange();
  load();
  return {
    node,
    status(status) {
      if (isRiding === isOn(status)) return;
      isRiding = isOn(status);
      arrange();
    },
    changed(changes) {
      const isMine = ({ subject, plan }) => subject === "library" || subject === "settings"
        || (subject === "plan" && plan === name);
      if (changes.some(isMine)) load();
    },
    configure(settings) {
      zones = settings?.powerZones;
      draw();
    },
    closed() { turn = -1; },
  };
}
