// The plans.
import { call } from "./api.js";
import { el, find, icon, setText } from "./dom.js";
import { Skylines } from "./draw.js";
import { dropFiles } from "./files.js";
import { note, trying } from "./notes.js";
import { askToDelete, button } from "./parts.js";
import { planLength } from "./phrases.js";
import { copyName } from "./rows.js";
import { Shelf, shelved } from "./shelf.js";
import { t } from "./words.js";
import { lengthText, plannedText, totals } from "./workout.js";

const hashOf = (place, name) => `#${place}=${encodeURIComponent(name)}`;

/** All plans: to ride, to change, to copy, to delete. */
export const plansView = (app) => new PlansView(app);

class PlansView {
  #skylines = new Skylines();
  #shelf = new Shelf((plan) => this.#skylines.of(plan));
  #names = [];

  constructor(app) {
    this.#skylines.zones = app.settings?.powerZones;
    this.list = el("ul", { class: "plan-list" });
    this.which = el("input", { type: "checkbox", on: { change: () => this.#load() } });
    this.node = el("div", { class: "start plans-view" }, el("header", {}, el("h1", {}, t("Plans")),
      el("a", { href: "#plan", class: "button" }, t("New plan"))), this.list,
    el("label", { class: "check" }, this.which, el("span", {}, t("Deleted plans"))), dropFiles({ kind: "plan" }),
    this.#shelf.node);
    this.#load();
  }

  async #load() {
    const isDeleted = this.which.checked;
    const found = await trying(() => call("Plans", isDeleted ? { deleted: true } : { all: true }));
    if (!found || isDeleted !== this.which.checked) return;
    const { own, kinds } = shelved(found.plans);
    this.#names = found.plans.map(({ name }) => name);
    this.list.replaceChildren(...own.map((plan) => (isDeleted ? this.#deleted(plan) : this.#item(plan))));
    this.#shelf.show(kinds);
    if (own.length === 0) {
      this.list.append(el("li", { class: "empty" }, isDeleted ? t("No deleted plans.")
        : t("No plans yet. Make a new one, or drop a workout file here.")));
    }
  }

  #item(plan) {
    const length = el("span", { class: "soft" });
    const more = [plannedText(plan), plan.ridden && t("ridden")];
    const describe = (text) => setText(length, [text, ...more].filter(Boolean).join(" · "));
    describe(planLength(plan));
    // The list has no distances.
    if (plan.openEnded) {
      call("ShowPlan", { name: plan.name }).then(({ groups }) => describe(lengthText(totals(groups))), () => {});
    }
    const actions = el("div", { class: "actions", hidden: true });
    const begin = () => actions.replaceChildren(...this.#actions(plan, actions, begin));
    const unfold = el("button", { type: "button", class: "small", "aria-expanded": "false",
      "aria-label": t("More about {1}", plan.name), on: { click: () => this.#unfold(actions, unfold, begin) } },
    icon("more"));
    return el("li", { class: "card", on: { keydown: ({ key }) => {
      if (key === "Escape" && !actions.hidden) {
        this.#unfold(actions, unfold, begin);
        unfold.focus();
      }
    } } }, this.#skylines.of(plan),
    el("a", { href: hashOf("plan", plan.name), class: "open" }, el("strong", {}, plan.name), length),
    el("a", { href: hashOf("start", plan.name), class: "button ride" }, icon("play"),
      el("span", {}, t("Ride it"), el("span", { class: "unseen" }, ` ${plan.name}`))), unfold, actions);
  }

  #unfold(actions, opener, begin) {
    actions.hidden = !actions.hidden;
    opener.setAttribute("aria-expanded", String(!actions.hidden));
    if (!actions.hidden) begin();
  }

  #actions(plan, place, begin) {
    const copy = button(t("Copy"), () => trying(async () => {
      const made = await call("CopyPlan", { name: plan.name, to: copyName(plan.name, this.#names) });
      note(t("The copy is called {1}.", made.plan.name));
    }));
    const remove = button(t("Delete"), () => askToDelete(place, { begin, removed: t("The plan is deleted."),
      question: t("Delete this plan? It can be restored for 30 days."),
      remove: () => call("RemovePlan", { name: plan.name }),
      restore: () => call("UndeletePlan", { name: plan.name }) }), { class: "stop" });
    return plan.source ? [copy] : [copy, remove];
  }

  #deleted(plan) {
    return el("li", { class: "card" }, el("strong", {}, plan.name), button(t("Restore"), () => trying(async () => {
      await call("UndeletePlan", { name: plan.name });
      this.#load();
    })));
  }

  changed(changes) {
    // Keeps an open question or Undo button.
    if (find(".actions .discard, .actions [role=status]", this.node)) return;
    if (changes.some(({ subject }) => subject === "plan" || subject === "library")) this.#load();
  }

  /** Shows the plans in the colours of other power zones. */
  configure(settings) {
    this.#skylines.zones = settings?.powerZones;
    this.changed([{ subject: "plan" }]);
  }

  closed() { this.#skylines.close(); }
}
