// The shelf: the workouts of the package by kind.
import { el, show } from "./dom.js";
import { choices } from "./parts.js";
import { planLength } from "./phrases.js";
import { number, t } from "./words.js";

/** @type {() => Record<Wire.PlanKind, string>} */
const kindNames = () => ({ recovery: t("Recovery"), endurance: t("Endurance"), tempo: t("Tempo"),
  sweetSpot: t("Sweet spot"), threshold: t("Threshold"), overUnder: t("Over-under"), vo2max: "VO2max",
  anaerobic: t("Anaerobic"), test: t("Test") });

/**
 * The title of a kind; an unknown one, of a newer jz2d, has its own name.
 * @param {Wire.PlanKind} kind
 */
export const kindName = (kind) => kindNames()[kind] ?? kind;

/**
 * The rider's own plans, and the others by kind, both in the given order.
 * @param {Wire.PlanSummary[]} plans
 */
export function shelved(plans) {
  /** @type {Map<Wire.PlanKind, Wire.PlanSummary[]>} */
  const kinds = new Map();
  for (const plan of plans) {
    if (plan.kind !== undefined) kinds.set(plan.kind, [...kinds.get(plan.kind) ?? [], plan]);
  }
  return { own: plans.filter(({ kind }) => kind === undefined), kinds: [...kinds] };
}

/**
 * The figures of a workout in a line: 1:00:00 · IF 0.85 · TSS 72.
 * @param {Wire.PlanSummary} plan
 */
export const workoutText = (plan) => [planLength(plan),
  plan.intensityFactor !== undefined && `IF ${number(plan.intensityFactor, 2)}`,
  plan.trainingStressScore !== undefined && `TSS ${number(plan.trainingStressScore)}`].filter(Boolean).join(" · ");

/** The shelf, and the choice of a kind on it. */
export class Shelf {
  /** @type {[Wire.PlanKind, Wire.PlanSummary[]][]} */
  #kinds = [];
  /** @type {Wire.PlanKind | "all"} */
  #kind = "all";

  /** @param {(plan: Wire.PlanSummary) => Node} skyOf */
  constructor(skyOf) {
    this.skyOf = skyOf;
    this.choice = el("div");
    this.list = el("div", { class: "kinds" });
    this.node = el("section", { class: "shelf", hidden: true }, el("h2", {}, t("Workouts by kind")), this.choice,
      this.list);
  }

  /**
   * Shows workouts; without any, there is no shelf.
   * @param {[Wire.PlanKind, Wire.PlanSummary[]][]} kinds
   */
  show(kinds) {
    this.#kinds = kinds;
    show(this.node, kinds.length > 0);
    /** @type {[Wire.PlanKind | "all", string][]} */
    const options = [["all", t("All")], ...kinds.map(([kind]) =>
      /** @type {[Wire.PlanKind, string]} */ ([kind, kindName(kind)]))];
    this.choice.replaceChildren(choices("shelf", options, this.#kind, (kind) => {
      this.#kind = kind;
      this.#draw();
    }));
    this.#draw();
  }

  #draw() {
    this.list.replaceChildren(...this.#kinds.filter(([kind]) => this.#kind === "all" || kind === this.#kind)
      .map(([kind, plans]) => el("section", { class: "card" }, el("h3", {}, kindName(kind)),
        el("ul", {}, ...plans.map((plan) => el("li", {}, this.#link(plan)))))));
  }

  /** @param {Wire.PlanSummary} plan */
  #link(plan) {
    return el("a", { href: `#start=${encodeURIComponent(plan.name)}`, class: "opens" }, this.skyOf(plan),
      el("span", { class: "about" }, el("strong", {}, plan.name), el("span", { class: "soft" }, workoutText(plan)),
        plan.summary !== undefined && el("span", { class: "soft" }, plan.summary)));
  }
}
