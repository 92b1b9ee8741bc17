// The plan editor: a name, a skyline, and the steps or their text.
import { advice } from "./advice.js";
import { call, planFile, Refusal, send } from "./api.js";
import { draftOf, keepDraft } from "./drafts.js";
import { el, markWrong, setText, show, svg } from "./dom.js";
import { drawSkyline } from "./draw.js";
import { shapeOf } from "./fields.js";
import { dropFiles } from "./files.js";
import { note, trying } from "./notes.js";
import { button, refused } from "./parts.js";
import { planOf, rowAtLine, textOf } from "./plantext.js";
import { unrolled } from "./ride.js";
import { copyName, groupsOf, rowsOf } from "./rows.js";
import { Steps } from "./steps.js";
import { TextView } from "./textview.js";
import { counted, number, t, timeOfDay } from "./words.js";
import { lengthText, totals } from "./workout.js";

const most = 100;
/** @type {Page.Row} */
const first = { kind: "interval", end: "timer", seconds: 600, watts: 150 };

/** The view that edits a plan; an empty name makes a new one. */
export const planView = (app, name) => new PlanView(app, name);

// A plan as the Pi writes it. ShowPlan lacks one of its members, ftp.
async function textFile(name) {
  const reply = await fetch(planFile(name, "text"), { cache: "no-store" }).catch(() => null);
  if (reply?.ok) return reply.text();
  const body = await reply?.json().catch(() => null);
  throw new Refusal(reply?.status ?? 0, body ?? { message: t("The Pi does not answer.") });
}

// The daemon's remedies for plans name terminal commands. The detail of a fault is its code, its line from 1, and more.
function forRider(refusal) {
  const remedies = { duplicatePlan: t("Choose another name."), planInUse: t("Change it after the ride."),
    unknownPlan: t("Deleted plans are under Plans."), badPlan: refusal.detail?.startsWith("noRoute ")
      ? t("Import a route (GPX) for this plan") : t("Correct it, then save again.") };
  return { message: refusal.message, remedy: remedies[refusal.code] ?? refusal.remedy };
}

class PlanView {
  /** @type {Page.Row[]} */
  rows = [{ ...first }];
  isDirty = false;
  isFixed = false;
  route = undefined;
  #undone = [];
  #changes = 0;
  // The members of the plan that the rows do not show: author, summary, ftp.
  #head = {};
  // The plan as the Pi has it, and as it was before the changes, as text.
  #saved = "";
  #origin = "";

  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.threshold = app.settings?.thresholdWatts;
    this.title = el("input", { type: "text", value: name, maxLength: 100, "aria-label": t("Name"), required: true,
      autocomplete: "off", placeholder: t("Name of the plan"), on: { input: () => this.#touch() } });
    this.sky = svg("svg", { class: "sky", role: "img" });
    this.total = el("p", { class: "soft", role: "status" });
    this.draft = el("p", { class: "draft", hidden: true });
    this.fault = el("div", { class: "fault", role: "alert", hidden: true });
    this.actions = el("div", { class: "actions" });
    this.bar = el("div", { class: "bar" }, this.fault, this.actions);
    this.steps = new Steps(this, () => [0, this.bar.getBoundingClientRect().top]);
    this.text = new TextView((plan) => this.#follow(plan));
    this.#build();
    this.leaving = (event) => { if (this.isDirty) event.preventDefault(); };
    addEventListener("beforeunload", this.leaving);
    this.#begin();
  }

  #build() {
    this.toText = button(t("As text"), () => this.#turn());
    this.add = button(t("Add an interval"), () => this.#add(), { class: "add" });
    this.undo = button(t("Undo"), () => this.#undo());
    this.save = button(t("Save"), () => this.#save(), { class: "main go" });
    this.ride = el("a", { class: "button main", href: `#start=${encodeURIComponent(this.name)}` }, t("Ride it"));
    this.actions.append(this.undo, this.save, this.ride);
    this.files = el("details", { class: "downloads" }, el("summary", {}, t("Download")), el("p", { class: "actions" },
      ...["text", "zwo", "erg", "mrc", "fit"].map((format) => el("a", { href: planFile(this.name, format), download: "",
        class: "button", "aria-label": t("Download as {1}", format.toUpperCase()) }, format.toUpperCase()))));
    this.node = el("div", { class: "start planner" },
      el("header", {}, el("h1", {}, this.name ? t("Plan") : t("New plan")), this.toText), this.draft,
      el("label", { class: "field" }, el("span", {}, t("Name")), this.title), this.sky, this.total,
      this.steps.node, this.add, this.text.node, this.bar,
      ...(this.name ? [this.files, dropFiles({ kind: "plan", name: this.name })] : []));
  }

  async #begin() {
    const draft = draftOf(this.name);
    if (this.name !== "" && !await this.#read()) return;
    if (draft && !this.isFixed) this.#restore(draft);
    else this.#draw();
  }

  /** Reads the plan; false, with the reason and a button, if that fails. */
  async #read() {
    this.node.classList.toggle("unread", this.#saved === "");
    this.node.setAttribute("aria-busy", "true");
    try {
      this.#take(await this.#asked());
    } catch (refusal) {
      if (refusal.status !== 401) this.fault.replaceChildren(...refused(forRider(refusal), () => this.#begin()));
      show(this.fault, true);
      return false;
    } finally {
      this.node.removeAttribute("aria-busy");
    }
    this.node.classList.remove("unread");
    show(this.fault, false);
    return true;
  }

  async #asked() {
    const [shown, text] = await Promise.all([call("ShowPlan", { name: this.name }), textFile(this.name)]);
    const route = shown.plan.routeMeters === undefined ? undefined : await call("ShowRoute", { name: this.name });
    return { ...shown, text, route };
  }

  // Rows that are the same stay, with what is open in them, and so do changes that were made meanwhile.
  /** @param {Wire.Calls["ShowPlan"]["reply"] & { text: string, route?: Page.Route }} shown */
  #take({ plan, groups, thresholdWatts, text, route }) {
    const { author, summary, ftp } = planOf(text).head;
    const head = { author, summary, ftp };
    this.threshold = thresholdWatts ?? this.threshold;
    this.route = route;
    const rows = rowsOf(groups);
    this.#saved = textOf(rows, head);
    if (!this.isDirty) {
      [this.#head, this.#origin] = [head, this.#saved];
      if (this.#saved !== textOf(this.rows, head)) [this.rows, this.#undone] = [rows, []];
    }
    if (plan.source || plan.kind !== undefined) this.#fix(plan);
  }

  // Shows a plan that only its calendar changes, or a workout of the package.
  #fix(plan) {
    this.isFixed = true;
    const copy = button(t("Copy"), () => trying(async () => {
      const { plans } = await call("Plans", { all: true });
      const made = await call("CopyPlan", { name: plan.name, to: copyName(plan.name, plans.map((one) => one.name)) });
      location.hash = `plan=${encodeURIComponent(made.plan.name)}`;
    }));
    this.actions.replaceChildren(copy, this.ride);
    this.node.replaceChildren(el("header", {}, el("h1", {}, plan.name)), this.sky, this.total,
      el("p", { class: "soft" }, plan.source
        ? t("This workout comes from the {1} calendar. Make a copy to edit it.", plan.source)
        : t("This workout is part of jz2. Make a copy to edit it.")),
      this.steps.node, this.bar);
  }

  #restore(draft) {
    [this.rows, this.#head, this.title.value] = [draft.rows, draft.head, draft.title];
    [this.#origin, this.isDirty] = [draft.origin ?? this.#saved, true];
    if (this.#isOutdated) this.#tellOutdated();
    else this.#tell(t("Your changes from {1} are here.", timeOfDay(new Date(draft.at))));
    this.#draw();
    if (draft.text !== undefined) this.#openText(draft.text, draft.original);
  }

  // Whether the plan was changed elsewhere since the changes began.
  get #isOutdated() { return this.#saved !== this.#origin; }

  #tellOutdated() { this.#tell(t("The plan was changed elsewhere. Save replaces those changes.")); }

  // Says something about the changes, with a button that discards them.
  #tell(words) {
    this.draft.replaceChildren(el("span", {}, words), button(t("Discard"), () => this.#discard()));
    show(this.draft, true);
  }

  async #discard() {
    this.isDirty = false;
    keepDraft(this.name, null);
    show(this.draft, false);
    this.title.value = this.name;
    if (this.text.isOpen) this.#closeText();
    if (this.name !== "") await this.#read();
    else [this.rows, this.#head, this.#undone] = [[{ ...first }], {}, []];
    this.#draw();
  }

  /** Notes a change. */
  #touch() {
    this.isDirty = true;
    this.#changes += 1;
    show(this.fault, false);
    keepDraft(this.name, { title: this.title.value, rows: this.rows, head: this.#head, origin: this.#origin,
      ...(this.text.isOpen ? { text: this.text.text, original: this.text.original } : {}) });
    this.#buttons();
  }

  #remember() { this.#undone = [...this.#undone.slice(-most), structuredClone(this.rows)]; }

  /** Takes other rows, and draws them. */
  change(rows) {
    this.#remember();
    this.rows = rows;
    this.#touch();
    this.#draw();
  }

  /** Changes members of a row. The focus stays in its field. */
  edit(row, values) {
    const shape = shapeOf(row);
    this.#remember();
    Object.assign(row, values);
    this.#touch();
    this.steps.update(row, shape);
    this.#measure(this.rows);
  }

  #undo() {
    if (this.text.isOpen) return this.text.undo();
    const open = this.rows.indexOf(this.steps.opened);
    this.rows = this.#undone.pop();
    this.steps.opened = this.rows[open] ?? null;
    this.#touch();
    return this.#draw();
  }

  #add() {
    const row = { kind: "interval", end: "timer", seconds: 300, watts: 150 };
    this.steps.opened = row;
    this.change([...this.rows, row]);
    this.steps.show(row);
  }

  #draw() {
    this.steps.draw();
    this.#measure(this.rows);
    this.#buttons();
  }

  #buttons() {
    const canRide = this.name !== "" && !this.isDirty;
    this.undo.disabled = this.text.isOpen ? !this.text.isChanged : this.#undone.length === 0;
    show(this.save, !canRide);
    show(this.ride, canRide);
  }

  #measure(rows) {
    const groups = groupsOf(rows);
    const sums = totals(groups, this.threshold);
    drawSkyline(this.sky, unrolled(groups, this.threshold), this.app.settings?.powerZones);
    const words = [counted(sums.steps, "{1} interval", "{1} intervals"), lengthText(sums),
      sums.kilojoules > 0 && t("about {1} kJ", number(sums.kilojoules))].filter(Boolean).join(" · ");
    this.sky.setAttribute("aria-label", words);
    const lacksThreshold = !this.threshold && rows.some((row) => row.thresholdPercent !== undefined);
    setText(this.total, rows.some(({ typed }) => typed) ? t("A marked field has no value.")
      : lacksThreshold ? t("{1}. Percentages need your FTP: set it in the settings.", words) : words);
  }

  // The skyline follows the text while it is understood.
  #follow(plan) {
    if (!plan.fault) this.#measure(plan.rows);
    this.#touch();
  }

  #turn() {
    if (!this.text.isOpen) return this.#openText(textOf(this.rows, this.#head));
    if (!this.text.isChanged) return this.#closeText();
    const plan = this.text.plan();
    if (!plan) return undefined;
    this.#closeText();
    this.#takeHead(plan);
    return this.change(plan.rows);
  }

  #takeHead({ head: { name, ...head }, rows }) {
    this.#head = head;
    if (name) this.title.value = name;
    for (const row of rows) {
      const pin = row.end === "location" && (this.route?.waypoints ?? []).find((one) =>
        one.latitudeDegrees === row.latitudeDegrees && one.longitudeDegrees === row.longitudeDegrees);
      if (pin) row.place = pin.name;
    }
  }

  #openText(text, original = text) {
    for (const node of [this.steps.node, this.add, this.fault]) show(node, false);
    this.text.open(text, original);
    setText(this.toText, t("As rows"));
    this.#buttons();
  }

  #closeText() {
    for (const node of [this.steps.node, this.add]) show(node, true);
    show(this.fault, false);
    this.text.close();
    setText(this.toText, t("As text"));
    this.#measure(this.rows);
    this.#buttons();
  }

  // The text to save; undefined if something has to be corrected first, which then has the focus.
  #content() {
    markWrong(this.title, this.title.value.trim() === "");
    if (this.text.isOpen) {
      const plan = this.text.plan();
      if (plan?.head.name) this.title.value = plan.head.name;
      if (!plan) return undefined;
    }
    const wrong = this.text.isOpen ? undefined : this.rows.find(({ typed }) => typed);
    if (wrong) this.steps.show(wrong);
    else if (this.title.value.trim() === "") {
      this.title.focus();
      note(t("Give the plan a name."));
    } else return this.text.isOpen ? this.text.text : textOf(this.rows, this.#head);
    return undefined;
  }

  async #save() {
    show(this.fault, false);
    const content = this.#content();
    if (content === undefined) return;
    const [title, changes] = [this.title.value.trim(), this.#changes];
    this.save.disabled = true;
    try {
      let { plan } = this.name !== "" && content === this.#saved ? { plan: { name: this.name } }
        : await send("plan", new File([content], title),
          { name: this.name || title, replace: this.name !== "" });
      if (title !== plan.name) ({ plan } = await call("RenamePlan", { name: plan.name, to: title }));
      note(t("The plan is saved."));
      // A plan may be edited while it is being saved.
      const isNewer = changes !== this.#changes;
      const draft = isNewer ? { ...draftOf(this.name), origin: undefined } : null;
      keepDraft(this.name, null);
      keepDraft(plan.name, draft);
      if (plan.name === this.name && isNewer) {
        show(this.draft, false);
        if (await this.#read()) this.#origin = this.#saved;
        return;
      }
      this.isDirty = false;
      if (plan.name !== this.name) location.replace(`#plan=${encodeURIComponent(plan.name)}`);
      else await this.#reload();
    } catch (refusal) {
      if (refusal.status !== 401) this.#refuse(refusal);
    } finally {
      this.save.disabled = false;
    }
  }

  async #reload() {
    show(this.draft, false);
    const before = [this.#saved, this.route?.meters, this.threshold].join();
    if (!await this.#read() || this.isDirty) return;
    if (this.text.isOpen) this.#openText(textOf(this.rows, this.#head));
    if (before === [this.#saved, this.route?.meters, this.threshold].join()) this.#buttons();
    else this.#draw();
  }

  #refuse(refusal) {
    this.fault.replaceChildren(...advice(forRider(refusal)));
    show(this.fault, true);
    const line = refusal.code === "badPlan" ? Number(refusal.detail?.split(" ")[1]) : 0;
    if (line > 0 && this.text.isOpen) this.text.select(line);
    else if (line > 0) {
      const row = this.rows[rowAtLine(this.rows, this.#head, line)];
      if (row) this.steps.show(row).classList.add("wrong");
    }
  }

  changed(changes) {
    const isMine = changes.some(({ subject, plan }) => subject !== "ride" && plan === this.name);
    if (!isMine || this.steps.isDragging) return;
    if (!this.isDirty) this.#reload();
    else if (!this.save.disabled) this.#compare();
  }

  // A plan may be changed elsewhere, or get a route, while it is edited.
  async #compare() {
    const before = this.route?.meters;
    if (!await this.#read() || this.save.disabled || !this.isDirty) return;
    if (this.route?.meters !== before) this.steps.draw();
    if (this.#isOutdated) this.#tellOutdated();
  }

  closed() {
    this.steps.stop();
    removeEventListener("beforeunload", this.leaving);
  }
}
