// Four weeks of scores as bars.
import { axis } from "./axes.js";
import { el } from "./dom.js";
import { Gestures } from "./gestures.js";
import { choices } from "./parts.js";
import { box, Plot, shareOf } from "./plot.js";
import { dayText, number, t } from "./words.js";

const count = 28;

/**
 * The scores: [name, text, the most, the score of a day].
 * @type {() => [string, string, number, (day: Wire.DayScores) => { score?: number, category?: string }][]}
 */
const scores = () => [["recovery", t("Recovery"), 100, ({ recovery }) => recovery],
  ["strain", t("Strain"), 21, ({ strain }) => strain], ["sleep", t("Sleep"), 100, ({ sleep }) => sleep]];

/** The classes of bars, by the category of a score. */
const looks = ["poor", "moderate", "optimal", "other"];

/** Bars of a score for each day; a touch on one chooses its day. */
export class ScoreStrip {
  /** @param {{ onChoose: (day: string) => void }} about */
  constructor({ onChoose }) {
    this.onChoose = onChoose;
    /** @type {object[]} */
    this.days = [];
    this.day = "";
    this.kind = "recovery";
    this.plot = new Plot({ kind: "strip", layers: ["grid", ...looks.map((look) => `score ${look}`), "around"],
      draw: () => this.#draw() });
    this.node = el("section", { class: "card" }, el("h2", {}, t("Four weeks")),
      choices("score", scores(), this.kind, (kind) => {
        this.kind = kind;
        this.#draw();
      }), this.plot.node);
    const { picture } = this.plot;
    // Only a tap chooses a day, as a finger may scroll the page.
    this.gestures = new Gestures(picture, { part: () => ({ from: 0, to: count }), isZoomed: () => true,
      read: (share, isHover) => { if (share !== null && !isHover) this.#choose(Math.floor(share * count)); },
      pan: () => {}, zoom: () => {}, settled: () => {} });
    picture.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#choose(this.#before() + this.days.findIndex(({ date }) => date === this.day) + by);
    });
  }

  /**
   * Shows some days, the last one at the right.
   * @param {object[]} days
   */
  take(days, day) {
    this.days = days;
    this.day = day;
    this.#draw();
  }

  #before() { return count - this.days.length; }

  #choose(place) {
    const found = this.days[Math.min(count - 1, Math.max(0, place)) - this.#before()];
    if (found && found.date !== this.day) this.onChoose(found.date);
  }

  #draw() {
    const { plot, days, kind } = this;
    const [, name, most, scoreOf] = scores().find(([one]) => one === kind);
    const words = days.filter((one) => scoreOf(one)?.score !== undefined)
      .map((one) => t("{1}: {2}", one.date, number(scoreOf(one).score)));
    plot.picture.setAttribute("aria-label", `${name}. ${words.join(", ") || t("no data")}`);
    if (plot.width === 0) return;
    const scale = axis(0, most, 2);
    const wide = plot.width / count;
    const y = (value) => (1 - shareOf(scale, value)) * (plot.height - 8) + 8;
    const place = (index) => (this.#before() + index) * wide;
    plot.set("grid", scale.ticks.map((tick) => `M0 ${y(tick).toFixed(1)}H${plot.width}`).join(""));
    for (const look of looks) {
      plot.set(`score ${look}`, days.map((one, index) => {
        const { score, category } = scoreOf(one) ?? {};
        const isOf = (looks.includes(category) ? category : "other") === look;
        return score === undefined || !isOf ? ""
          : box(place(index) + wide * 0.15, y(score), wide * 0.7, plot.height - y(score));
      }).join(""));
    }
    const chosen = days.findIndex(({ date }) => date === this.day);
    plot.set("around", chosen < 0 ? "" : box(place(chosen), 8, wide, plot.height - 8));
    plot.label("left", scale.ticks.map((tick) => ({ at: 1 - y(tick) / plot.height, text: number(tick) })));
    const date = (index) => ({ at: (place(index) + wide / 2) / plot.width,
      text: dayText(new Date(`${days[index].date}T12:00`), { day: "numeric", month: "short" }) });
    plot.labelBelow(days.length > 2 ? [0, days.length >> 1, days.length - 1].map(date) : []);
  }
}
