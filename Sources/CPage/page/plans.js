// The plans.
import { call } from "./api.js";
import { el, find, iconButton } from "./dom.js";
import { Skylines } from "./draw.js";
import { dropFiles } from "./files.js";
import { note, trying } from "./notes.js";
import { askToDelete, button } from "./parts.js";
import { planLength } from "./phrases.js";
import { t } from "./words.js";

/** All plans: to ride, to change, to delete. */
export function plansView() {
  const list = el("ul", { class: "plan-list" });
  const which = el("input", { type: "checkbox", on: { change: () => load() } });
  const node = el("div", { class: "start plans-view" }, el("header", {}, el("h1", {}, t("Plans")),
    el("a", { href: "#plan", class: "button" }, t("New plan"))), list,
  el("label", { class: "check" }, which, el("span", {}, t("Deleted plans"))), dropFiles({ kind: "plan" }));
  const skylines = new Skylines();

  const item = (plan) => {
    const place = el("div", { class: "actions" });
    const ask = () => askToDelete(place, { question: t("Delete this plan? It can be restored for 30 days."),
      remove: () => call("RemovePlan", { name: plan.name }), removed: t("The plan is deleted."),
      restore: () => call("UndeletePlan", { name: plan.name }), begin });
    const begin = () => place.replaceChildren(
      button(t("Start the ride"), () => trying(() => call("Start", { plan: plan.name })), { class: "main go" }),
      el("a", { href: `#plan=${encodeURIComponent(plan.name)}`, class: "button" }, t("Edit")),
      button(t("Copy"), () => trying(async () => {
        const copy = await call("CopyPlan", { name: plan.name, to: `${plan.name} 2` });
        note(t("The copy is called {1}.", copy.plan.name));
      })), ...(plan.source ? [] : [iconButton(t("Delete the plan {1}", plan.name), "less", ask)]));
    begin();
    return el("li", { class: "card" }, skylines.of(plan), el("strong", {}, plan.name), el("span", { class: "soft" },
      [planLength(plan), plan.day && t("planned for {1} ({2})", plan.day, plan.source), plan.ridden && t("ridden")]
        .filter(Boolean).join(" · ")), place);
  };
  const deletedItem = (plan) => el("li", { class: "card" }, el("strong", {}, plan.name), el("div", { class: "actions" },
    button(t("Restore"), () => trying(async () => {
      await call("UndeletePlan", { name: plan.name });
      load();
    }))));

  const load = async () => {
    const isDeleted = which.checked;
    const found = await trying(() => call("Plans", isDeleted ? { deleted: true } : { all: true }));
    if (!found || isDeleted !== which.checked) return;
    list.replaceChildren(...found.plans.map(isDeleted ? deletedItem : item));
    if (found.plans.length === 0) {
      list.append(el("li", { class: "empty" }, isDeleted ? t("No deleted plans.")
        : t("No plans yet. Make a new one, or drop a workout file here.")));
    }
  };
  load();
  return {
    node,
    changed(changes) {
      // Keeps an open question or Undo button.
      if (find(".actions .discard, .actions [role=status]", node)) return;
      if (changes.some(({ subject }) => subject === "plan" || subject === "library")) load();
    },
    closed() { skylines.close(); },
  };
}
