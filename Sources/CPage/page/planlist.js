// The plans to ride, as links to their previews.
import { call } from "./api.js";
import { el, rich, setText, svg } from "./dom.js";
import { drawSkyline } from "./draw.js";
import { planLength } from "./phrases.js";
import { unrolled } from "./ride.js";
import { shelved } from "./shelf.js";
import { dayText, t } from "./words.js";
import { lengthText, titleOfPlan, totals } from "./workout.js";

/** The address of a plan's preview. */
export const previewOf = ({ name }) => `#start=${encodeURIComponent(name)}`;

/** Keeps the nodes of a list by key; only new and changed items get another node. */
export class Kept {
  #nodes = new Map();

  constructor(list) { this.list = list; }

  /** Shows items: [[key, value]]; `make` makes the node of a value. */
  show(items, make) {
    const before = this.#nodes;
    this.#nodes = new Map(items.map(([key, value]) => {
      const text = JSON.stringify(value);
      const old = before.get(key);
      return [key, old?.text === text ? old : { text, node: make(value) }];
    }));
    const nodes = [...this.#nodes.values()].map(({ node }) => node);
    for (const node of [...this.list.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, index) => {
      if (this.list.children[index] !== node) this.list.insertBefore(node, this.list.children[index] ?? null);
    });
  }
}

/** A plan's link with its skyline, which is asked for when it scrolls into view. */
export class PlanLinks {
  /** @type {Wire.PowerZone[] | undefined} */
  zones;

  #observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.#observer.unobserve(target);
      this.#draw(target);
    }
  });

  #parts = new Map();

  /** The link to the preview of a plan. */
  of(plan, ...more) {
    const sky = svg("svg", { class: "sky", "aria-hidden": "true" });
    const length = el("span", { class: "soft" }, planLength(plan));
    const day = plan.day && more.length === 0
      && dayText(new Date(`${plan.day}T12:00`), { weekday: "long", day: "numeric", month: "long" });
    const link = el("a", { href: previewOf(plan), class: "opens" }, sky,
      el("span", { class: "about" }, ...more, day && el("span", { class: "soft" }, day),
        el("strong", {}, titleOfPlan(plan)), length));
    this.#parts.set(link, { name: plan.name, sky, length });
    this.#observer.observe(link);
    return link;
  }

  #draw(link) {
    const { name, sky, length } = this.#parts.get(link) ?? {};
    if (!name) return;
    call("ShowPlan", { name }).then(({ groups, thresholdWatts }) => {
      drawSkyline(sky, unrolled(groups, thresholdWatts), this.zones);
      setText(length, lengthText(totals(groups, thresholdWatts)));
    }, () => {});
  }

  /** Draws the plans again that changes concern; the FTP changes the shape of plans in percent. */
  renew(changes) {
    const isAll = changes.some(({ subject }) => subject === "settings" || subject === "library");
    for (const [link, { name }] of this.#parts) {
      if (!link.isConnected) this.#parts.delete(link);
      else if (isAll || changes.some(({ plan }) => plan === name)) this.#observer.observe(link);
    }
  }

  close() { this.#observer.disconnect(); }
}

/** The list of plans. */
export class PlanList {
  plans;

  constructor(links) {
    this.links = links;
    this.list = el("ul", { class: "plans", "aria-busy": "true" });
    this.kept = new Kept(this.list);
    this.node = el("section", { class: "card" }, el("h2", {}, t("Plans")), this.list,
      el("a", { href: "#plans", class: "opens all" }, t("Workouts by kind")));
  }

  /** Leaves out the workout of today, which has its own place. */
  withoutToday(name) {
    this.today = name;
    if (this.plans) this.show(this.plans, name);
  }

  /** Shows the plans, except today's workout. */
  show(plans, today) {
    [this.plans, this.today] = [plans, today];
    this.list.removeAttribute("aria-busy");
    const mine = shelved(plans).own.filter((plan) => plan.name !== today && (!plan.day || !plan.ridden));
    const items = mine.map((plan) => [plan.name, plan]);
    this.kept.show(items.length > 0 ? items : [["", null]], (plan) => (plan
      ? el("li", {}, this.links.of(plan))
      : el("li", { class: "empty" }, ...rich(t("No plans yet. Create or import one under Plans.")))));
  }
}
