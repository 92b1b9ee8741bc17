// The shelf: the workouts of the package by kind.
import { el } from "./dom.js";
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

/**
 * A card for each kind with its workouts, which lead to their previews.
 * @param {[Wire.PlanKind, Wire.PlanSummary[]][]} kinds
 * @param {(plan: Wire.PlanSummary) => Node} skyOf
 */
export const shelfOf = (kinds, skyOf) => kinds.map(([kind, plans]) => el("section", { class: "card" },
  el("h3", {}, kindName(kind)), el("ul", {}, ...plans.map((plan) => el("li", {},
    el("a", { href: `#start=${encodeURIComponent(plan.name)}`, class: "opens" }, skyOf(plan),
      el("span", { class: "about" }, el("strong", {}, plan.name), el("span", { class: "soft" }, workoutText(plan)),
        plan.summary !== undefined && el("span", { class: "soft" }, plan.summary))))))));
