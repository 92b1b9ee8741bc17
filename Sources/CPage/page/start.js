// Before a ride: what is ready, and what to ride.
import { call } from "./api.js";
import { el, icon } from "./dom.js";
import { refused } from "./parts.js";
import { requestText } from "./phrases.js";
import { Kept, PlanLinks, PlanList, previewOf } from "./planlist.js";
import { Readiness } from "./ready.js";
import { RideForm } from "./rideform.js";
import { begin, explained, startErrorPlace } from "./starter.js";
import { t } from "./words.js";

const idle = (run) => (window.requestIdleCallback ? requestIdleCallback(run, { timeout: 500 }) : setTimeout(run, 100));

/** The view of a Pi without a ride. */
export class StartView {
  #links = new PlanLinks();
  #hasStatus = false;
  #turn = 0;

  /** @type {import("./dashboard.js").Dashboard | undefined} */
  dashboard;

  constructor({ settings }) {
    this.problems = el("ul", { class: "problems", hidden: true });
    this.ready = new Readiness();
    this.overview = el("nav", { class: "tiles", "aria-label": t("Overview") });
    this.today = el("section", { class: "card today", hidden: true });
    this.again = el("div", { class: "again", hidden: true });
    this.form = new RideForm({ settings, begin: (request) => begin(request, this.form.go) });
    this.plans = new PlanList(this.#links);
    this.keptProblems = new Kept(this.problems);
    this.keptToday = new Kept(this.today);
    this.node = el("div", { class: "start ride-start" },
      el("header", {}, el("h1", {}, t("Ride")), this.ready.node), this.problems, startErrorPlace(),
      el("div", { class: "ahead" }, this.overview, this.today), this.form.node, this.again, this.plans.node);
    this.#links.zones = settings?.powerZones;
    this.#loadPlans();
  }

  /** Loads what the changes of the library concern. */
  changed(changes) {
    const has = (...subjects) => changes.some(({ subject }) => subject === "library" || subjects.includes(subject));
    if (has("plan")) this.#loadPlans();
    if (has("plan")) this.#links.renew(changes);
    if (has("ride", "body")) this.#loadOverview();
    if (has("devices")) this.ready.look();
  }

  /** Shows other settings. The FTP and the zones change the plans' pictures. */
  configure(settings) {
    this.form.offer(settings);
    this.#links.zones = settings?.powerZones;
    this.#links.renew([{ subject: "settings" }]);
  }

  closed() {
    this.ready.close();
    this.#links.close();
    this.#turn = -1;
  }

  async #loadPlans() {
    try {
      this.plans.show((await call("Plans", { all: true })).plans, this.latest?.planned?.name);
    } catch (refusal) {
      if (this.plans.list.ariaBusy !== "true") return;
      this.plans.kept.show([["", refusal.message]],
        () => el("li", {}, ...refused(refusal, () => this.#loadPlans())));
    }
  }

  // Rides are counted on the Pi's disk, so this waits until the view is painted.
  async #loadOverview() {
    const mine = (this.#turn += 1);
    if (!this.dashboard) {
      const { Dashboard } = await import("./dashboard.js");
      this.dashboard ??= new Dashboard(this.overview);
      this.dashboard.update(this.latest);
    }
    const rides = await this.dashboard.load().catch(() => {
      this.overview.hidden = true;
      return [];
    });
    if (mine !== this.#turn) return;
    // Imported rides were not requested here.
    const asked = rides.some(({ importedFrom }) => !importedFrom) ? await call("Asked").catch(() => null) : null;
    // A workout of a day is not repeated.
    if (mine === this.#turn) this.#showAgain(asked?.request.plannedFor ? undefined : asked?.request);
  }

  #showAgain(request) {
    const key = JSON.stringify(request ?? null);
    if (key === this.askedKey) return;
    this.askedKey = key;
    this.again.hidden = !request;
    if (!request) return;
    const words = el("span", {}, t("Again: {1}", requestText(request)));
    const button = request.plan ? el("a", { href: previewOf({ name: request.plan }), class: "opens" }, words)
      : el("button", { type: "button", class: "main wide", on: { click: () => begin(request, button) } },
        icon("play"), words);
    this.again.replaceChildren(button);
  }

  /** Shows a status. */
  status(status) {
    this.latest = status;
    this.ready.update(status);
    this.dashboard?.update(status);
    const problems = status.problems ?? [];
    this.keptProblems.show(problems.map((problem) => [problem.code, problem]),
      (problem) => el("li", {}, ...explained(problem)));
    this.problems.hidden = problems.length === 0;
    const { planned } = status;
    if (this.plans.today !== planned?.name) this.plans.withoutToday(planned?.name);
    this.today.hidden = !planned;
    this.keptToday.show(planned ? [[planned.name, planned]] : [], (plan) =>
      this.#links.of(plan, el("span", { class: "soft" }, t("Today"))));
    if (this.#hasStatus) return;
    this.#hasStatus = true;
    idle(() => { if (this.node.isConnected) this.#loadOverview().catch(() => {}); });
  }
}
