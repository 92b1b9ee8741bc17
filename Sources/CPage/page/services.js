// The services that receive rides and provide plans.
import { advice } from "./advice.js";
import { about, call } from "./api.js";
import { connectForms, disconnectButton } from "./connecting.js";
import { el } from "./dom.js";
import { trying } from "./notes.js";
import { button, into } from "./parts.js";
import { counted, t } from "./words.js";

const rides = (count) => counted(count, "{1} ride", "{1} rides");

/** The progress or the result of a sync. */
export function syncText({ state, count, message, waiting, refused }) {
  if (state === "syncing") return t("Synchronising: {1} so far.", rides(count));
  if (state === "error") {
    return message ? t("The last sync is incomplete: {1}", message) : t("The last sync is incomplete.");
  }
  if (state !== "success") return "";
  const left = [waiting && t("{1}: {2}.", t("Waiting"), rides(waiting)),
    refused && t("{1}: {2}.", t("Refused"), rides(refused))];
  const parts = [count && t("Sent {1}.", rides(count)), ...left].filter(Boolean);
  return parts.join(" ") || t("Nothing to send: every ride is up to date.");
}

/**
 * @param {Wire.ServiceStatus} one
 * @param {{ page: Page.About, sync: () => void, changed: () => void }} how
 */
function serviceRow(one, { page, sync, changed }) {
  const { service, traits, state, account, queued, refused, lastSuccess, message, remedy } = one;
  const states = { disconnected: t("not connected"), connected: t("connected"), authRequired: t("reconnect"),
    inactive: t("inactive") };
  const name = traits?.title ?? service;
  const fact = (title, value) => value && el("div", {}, el("dt", {}, title), el("dd", {}, value));
  const facts = [fact(t("Account"), account), fact(t("Waiting"), queued > 0 && rides(queued)),
    fact(t("Refused"), refused && rides(refused.count)),
    fact(t("Last success"), lastSuccess && new Date(lastSuccess).toLocaleString(document.documentElement.lang,
      { dateStyle: "medium", timeStyle: "short" }))].filter(Boolean);
  return el("li", { class: `card ${state}` }, el("h2", {}, name), el("strong", {}, states[state]),
    facts.length > 0 && el("dl", { class: "facts" }, ...facts),
    message && el("p", {}, ...advice({ message, remedy })),
    state === "connected" && button(t("Synchronise now"), sync, { "aria-label": `${name}: ${t("Synchronise now")}` }),
    ...connectForms([one], page, changed),
    state !== "disconnected" && traits && traits.connection !== "file" && disconnectButton(one, changed));
}

export function servicesView({ page }) {
  const list = el("ul", { class: "services" });
  const said = el("p", { role: "status" });
  const bar = el("progress", { max: 1, "aria-label": t("Synchronise now") });
  let timer = 0;

  const follow = ({ status }, isNew) => {
    clearTimeout(timer);
    said.textContent = syncText(status);
    bar.hidden = status.state !== "syncing";
    if (status.progress === undefined) bar.removeAttribute("value");
    else bar.value = status.progress;
    if (!bar.hidden && node.isConnected) timer = setTimeout(() => ask("GetSyncStatus"), 2000);
    else if (isNew) load();
  };
  const ask = async (method, parameters) => {
    const told = await trying(() => call(method, parameters));
    if (told) follow(told, true);
  };
  const load = () => into(list, async () => {
    if (!page.hasSync) page.hasSync = (await about()).hasSync;
    run.hidden = connect.hidden = !page.hasSync;
    call("GetSyncStatus").then(follow, () => {});
    const { services } = await call("Services");
    return services.map((one) => serviceRow(one, { page, changed: load,
      sync: () => ask("SyncNow", { service: one.service }) }));
  });

  const run = el("section", { class: "card" },
    button(t("Synchronise now"), () => ask("SyncNow"), { class: "main go wide" }), bar, said);
  const connect = el("p", {}, el("a", { class: "button", href: "#plans" }, t("Show planned workouts")));
  const node = el("div", { class: "start settings" }, el("header", {}, el("h1", {}, t("Services"))), run, list,
    connect);
  load();
  return { node, closed: () => clearTimeout(timer) };
}
