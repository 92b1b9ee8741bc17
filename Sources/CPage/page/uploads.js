// The states of a ride's uploads, as long as they are shown.
import { call } from "./api.js";
import { el } from "./dom.js";
import { note, trying } from "./notes.js";
import { button } from "./parts.js";
import { t } from "./words.js";

/** How often to ask while a ride waits for a service, in milliseconds. */
const pace = 4000;

/**
 * The state of a ride's upload, in words: { kind: "done" | "waiting" | "failed", text, url }.
 * @param {object} service A connected service, or one that needs the rider.
 * @param {object|undefined} upload The ride's upload to it.
 */
export function uploadState({ service, traits, state, message: fault }, upload) {
  const name = traits?.title ?? service;
  const url = upload?.url?.startsWith("https://") ? upload.url : undefined;
  if (upload?.state === "done" || upload?.state === "duplicate") {
    return { kind: "done", text: t("Sent to {1}", name), url };
  }
  if (upload?.state === "failed") {
    return { kind: "failed", text: t("{1}: {2}", name, upload.message ?? t("refused")), url };
  }
  if (state === "authRequired") return { kind: "failed", text: t("{1}: connect it again", name), href: "#services" };
  const words = { sending: t("being sent"), processing: t("being processed") };
  const text = t("{1}: {2}", name, words[upload?.state] ?? t("queued"));
  return { kind: "waiting", text: fault ? `${text}. ${fault}` : text };
}

/** The uploads of a ride, a row for each service. */
export class Uploads {
  #uploads = [];
  #timer = 0;
  #turn = 0;

  /** @param {{ ride: string, hasSync: boolean }} options */
  constructor({ ride, hasSync }) {
    this.ride = ride;
    this.hasSync = hasSync;
    this.node = el("ul", { class: "uploads", "aria-live": "polite" });
  }

  /** Shows the uploads of a review, and the services that wait for the ride. */
  async show(uploads) {
    this.#uploads = uploads;
    const mine = (this.#turn += 1);
    const told = this.hasSync ? await call("Services").catch(() => null) : null;
    if (mine !== this.#turn) return;
    const services = (told?.services ?? []).filter(({ state }) => state === "connected" || state === "authRequired");
    // Without jz2sync, the uploads that were noted are still shown.
    const noted = uploads.filter(({ service }) => !services.some((one) => one.service === service));
    const rows = [...services, ...noted.map(({ service }) => ({ service }))].map((service) =>
      [service.service, uploadState(service, uploads.find((upload) => upload.service === service.service))]);
    this.#draw(rows, Boolean(told) && services.length === 0);
    clearTimeout(this.#timer);
    if (rows.some(([, { kind }]) => kind === "waiting")) this.#timer = setTimeout(() => this.#ask(), pace);
  }

  close() {
    clearTimeout(this.#timer);
    this.#turn = -1;
  }

  async #ask() {
    // A hidden page asks when it is shown again.
    if (document.hidden) {
      this.#timer = setTimeout(() => this.#ask(), pace);
      return;
    }
    const found = await call("Review", { ride: this.ride }).catch(() => null);
    if (this.#turn !== -1) this.show(found?.uploads ?? this.#uploads);
  }

  #draw(rows, isUnconnected) {
    const key = JSON.stringify([rows, isUnconnected]);
    if (key === this.key) return;
    this.key = key;
    this.node.replaceChildren(...rows.map(([service, { kind, text, url, href }]) => el("li", { class: kind },
      el("span", { class: "mark", "aria-hidden": "true" }, { done: "✓", failed: "!", waiting: "…" }[kind]),
      url ? el("a", { href: url, rel: "noreferrer", target: "_blank" }, text)
        : href ? el("a", { href }, text) : el("span", {}, text),
      kind === "failed" && !href && this.hasSync && button(t("Send again"), () => this.#again(service),
        { class: "small", "aria-label": `${t("Send again")}: ${service}` }))),
    ...(isUnconnected ? [el("li", {}, el("a", { href: "#services", class: "opens" },
      t("Connect Strava or Intervals.icu")))] : []));
    this.node.hidden = rows.length === 0 && !isUnconnected;
  }

  #again(service) {
    return trying(async () => {
      await call("SyncAgain", { ride: this.ride, service });
      note(t("The ride is being sent again."));
      this.#ask();
    });
  }
}
