// The steps of a plan: intervals that open their fields, and repeats as frames around their steps.
import { el, find, icon, setText } from "./dom.js";
import { dragRow } from "./drag.js";
import { checked, fieldsOf, shapeOf, typedForm } from "./fields.js";
import { say } from "./notes.js";
import { button } from "./parts.js";
import { typedTarget } from "./plantext.js";
import { placeText } from "./routeplace.js";
import { endOf, inserted, isInside, landings, movedRow, neighbour, repeated, withoutRow } from "./rows.js";
import { span, t } from "./words.js";

/** A step in words: Over · 2:00 · 210 W · 85–95 rpm. */
function stepText(row, route) {
  const length = row.end === "location" ? placeText(row, route) : row.end === "activity" ? t("until you press Done")
    : typedForm(row);
  const target = row.zone === undefined ? typedTarget(row).replace("ramp ", "").replace("-", "–")
    .replaceAll("W", " W").replaceAll("%", " %").replace("bpm", ` ${t("bpm")}`).replace(/^free$/, t("free"))
    : [t("Zone {1}", row.zone), typedTarget({ ...row, zone: undefined }).replace("W", " W").replace("free", "")]
      .filter(Boolean).join(" ");
  const cadence = row.cadenceFrom !== undefined && `${span(row.cadenceFrom, row.cadenceTo)} ${t("rpm")}`;
  return [row.label, length, target, cadence].filter(Boolean).join(" · ");
}

const rowText = (row, route) => (row.kind === "repeat" ? t("Repeat {1} times", row.repeats) : stepText(row, route));

/** The list of steps. Its editor has the rows, and is asked for each change. */
export class Steps {
  opened = null;
  #end = null;

  /**
   * @param {{ rows: object[], route?: object, isFixed: boolean, change: (rows: object[]) => void,
   *   edit: (row: object, values: object) => void }} editor
   * @param {() => [number, number]} visible The visible part of the window while a row is dragged.
   */
  constructor(editor, visible) {
    this.editor = editor;
    this.visible = visible;
    this.list = el("ol", { class: "rows" });
    this.node = el("div", { class: "builder" }, this.list);
  }

  get isDragging() { return this.#end !== null; }

  /** Gives up a drag. */
  stop() { this.#end?.(); }

  draw() {
    this.stop();
    const { rows } = this.editor;
    const nodes = [];
    for (let index = 0; index < rows.length; index = endOf(rows, index)) {
      nodes.push(rows[index].kind === "repeat" ? this.#repeat(index) : this.#step(index));
    }
    this.list.replaceChildren(...nodes);
  }

  /** Shows the changed values of a row. Its fields are made anew only if it has others now. */
  update(row, shape) {
    const item = this.#item(this.editor.rows.indexOf(row));
    const words = rowText(row, this.editor.route);
    item.querySelector(".handle").setAttribute("aria-label", t("Move: {1}", words));
    if (row.kind === "repeat") return;
    if (shape === shapeOf(row)) {
      setText(item.querySelector("summary"), words);
      return;
    }
    const place = [...item.querySelectorAll("input, select, textarea")].indexOf(document.activeElement);
    const next = this.#step(this.editor.rows.indexOf(row));
    item.replaceWith(next);
    /** @type {NodeListOf<HTMLElement>} */ (next.querySelectorAll("input, select, textarea"))[place]?.focus();
  }

  /** Opens a step, and moves the focus to its first wrong field, if it has one. */
  show(row) {
    this.opened = row;
    this.draw();
    const item = this.#item(this.editor.rows.indexOf(row));
    item.scrollIntoView({ block: "center" });
    find("[aria-invalid=true]", item)?.focus();
    return item;
  }

  #item(index) { return this.list.querySelector(`[data-row="${index}"]`); }

  #handle(index, item) {
    const words = rowText(this.editor.rows[index], this.editor.route);
    return el("button", { type: "button", class: "handle", "aria-label": t("Move: {1}", words), on: {
      pointerdown: (event) => { if (event.button === 0) this.#drag(event, index, item()); },
      keydown: (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        const row = this.editor.rows[index];
        this.#move(index, neighbour(this.editor.rows, index, by));
        find(".handle", this.#item(this.editor.rows.indexOf(row))).focus();
      } } }, icon("handle"));
  }

  #step(index) {
    const { editor } = this;
    const row = editor.rows[index];
    const words = stepText(row, editor.route);
    const kind = row.zone !== undefined || row.bpmFrom !== undefined ? "heart" : "";
    if (editor.isFixed) return el("li", { class: `step ${kind}`, "data-row": index }, el("span", {}, words));
    const details = el("details", { open: row === this.opened, on: { toggle: () => fill() } },
      el("summary", {}, words));
    const fill = () => {
      if (!details.open) {
        if (this.opened === row) this.opened = null;
        return;
      }
      this.opened = row;
      if (details.children.length > 1) return;
      details.append(fieldsOf(row, { route: editor.route, edit: (values) => editor.edit(row, values) }),
        this.#tools(row));
    };
    if (details.open) fill();
    const item = el("li", { class: `step ${kind}`, "data-row": index }, this.#handle(index, () => item), details);
    return item;
  }

  #tools(row) {
    const { editor } = this;
    const place = () => editor.rows.indexOf(row);
    const copy = () => {
      this.opened = structuredClone(row);
      editor.change(inserted(editor.rows, place() + 1, this.opened));
    };
    return el("div", { class: "actions" },
      !isInside(editor.rows, place()) && button(t("Repeat"), () => editor.change(repeated(editor.rows, place()))),
      button(t("Copy"), copy),
      button(t("Remove"), () => editor.change(withoutRow(editor.rows, place()))));
  }

  #repeat(index) {
    const { editor } = this;
    const row = editor.rows[index];
    const last = endOf(editor.rows, index) - 1;
    const steps = Array.from({ length: last - index - 1 }, (_, at) => this.#step(index + 1 + at));
    const inner = el("ol", { class: "rows", "aria-label": rowText(row) }, ...steps);
    if (editor.isFixed) {
      return el("li", { class: "repeat", "data-row": index },
        el("div", { class: "head" }, el("strong", {}, `${row.repeats} ×`)), inner);
    }
    const input = el("input", { type: "number", min: 1, max: 200, value: row.repeats, inputMode: "numeric" });
    const times = checked(row, "repeats", input, { label: t("Repetitions"), reason: t("From {1} to {2}.", 1, 200),
      read: (text) => (Number(text) >= 1 && Number(text) <= 200 ? { repeats: Math.round(Number(text)) } : null),
      edit: (values) => editor.edit(row, values), kind: "times" });
    times.firstElementChild.classList.add("unseen");
    times.insertBefore(el("span", { "aria-hidden": "true" }, "×"), times.lastChild);
    const add = () => {
      const place = endOf(editor.rows, editor.rows.indexOf(row)) - 1;
      const before = editor.rows[place - 1];
      this.opened = { ...structuredClone(before), label: undefined, cues: undefined };
      editor.change(inserted(editor.rows, place, this.opened));
    };
    const ungroup = () => editor.change(withoutRow(editor.rows, editor.rows.indexOf(row)));
    const item = el("li", { class: "repeat", "data-row": index },
      el("div", { class: "head" }, this.#handle(index, () => item), times), inner,
      el("div", { class: "foot", "data-row": last }, button(t("Add a step"), add), button(t("Ungroup"), ungroup)));
    return item;
  }

  #move(from, to) {
    const next = movedRow(this.editor.rows, from, to);
    if (next === this.editor.rows) return;
    const row = this.editor.rows[from];
    this.editor.change(next);
    const steps = next.filter(({ kind }) => kind !== "end");
    say(t("Step {1} of {2}", steps.indexOf(row) + 1, steps.length));
  }

  #drag(event, from, item) {
    // An open step would be too tall to drag. The page keeps its height, so that the row stays under the finger.
    this.node.style.minHeight = `${this.node.offsetHeight}px`;
    for (const open of item.querySelectorAll("details[open]")) open.open = false;
    const { rows } = this.editor;
    const last = this.list.lastElementChild.getBoundingClientRect();
    const places = landings(rows, from).map(([gap, to]) => {
      const box = gap < rows.length ? this.#item(gap).getBoundingClientRect() : last;
      return { to, left: box.left, width: box.width, y: (gap < rows.length ? box.top - 4 : box.bottom + 4) + scrollY };
    });
    this.#end = dragRow(event, { item, area: this.node, places, visible: this.visible, drop: (to) => {
      this.#end = null;
      this.node.style.minHeight = "";
      if (to !== undefined) this.#move(from, to);
    } });
  }
}
