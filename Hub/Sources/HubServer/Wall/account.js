// A rider's own data: devices, coaches, export and erasure.

import { el, setText } from "./dom.js";
import { ask } from "./hub.js";

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const button = (text, click, name = "") => el("button", { type: "button", class: name, on: { click } }, text);

/** Asks for the code that erases everything; then `begin` reloads the wall. */
function eraseQuestion(begin) {
  const code = el("input", { class: "code", maxLength: 12, autocapitalize: "characters", autocomplete: "off", required: true });
  const wrong = el("p", { role: "alert" });
  const form = el(
    "form", { class: "card" },
    el("h3", { id: "erase" }, "Erase all your data on the hub?"),
    el("p", { class: "soft" }, "Your Pis keep their rides. The administrator makes a code for this with ",
      el("code", {}, "jz2hub rider code NAME --erase"), "."),
    el("label", { class: "field" }, "The code", code), wrong,
    button("Cancel", () => question.close()), el("button", { class: "discard" }, "Erase everything"));
  const question = el("dialog", { "aria-labelledby": "erase" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask("/api/v1/me/erase", { method: "POST", body: JSON.stringify({ code: code.value }) });
      begin();
    } catch (refusal) {
      setText(wrong, refusal.message);
      code.select();
    }
  });
  return question;
}

/** A section that loads when it is opened; `begin` reloads the wall. */
export function account(begin) {
  const said = el("p", { role: "status" });
  const devices = el("ul", {});
  const coaches = el("ul", {});
  const act = (run) => async () => {
    try {
      await run();
    } catch (refusal) {
      setText(said, refusal.message);
    }
  };
  const fill = act(async () => {
    const [known, links] = await Promise.all([ask("/api/v1/devices"), ask("/api/v1/coaches")]);
    devices.replaceChildren(...known.devices.map((device) => el(
      "li", { class: "ride" },
      el("strong", {}, device.name),
      el("span", { class: "soft" }, device.current ? "this browser"
        : device.seen_at ? `last seen ${days.format(new Date(device.seen_at))}` : "never seen"),
      device.current ? undefined
        : button("Revoke", act(async () => { await ask(`/api/v1/devices/${device.id}`, { method: "DELETE" }); fill(); })))));
    const link = (words) => ({ id, name, since }) => el(
      "li", { class: "ride" },
      el("strong", {}, name), el("span", { class: "soft" }, `${words} since ${days.format(new Date(since))}`),
      button("End", act(async () => { await ask(`/api/v1/coaches/${id}`, { method: "DELETE" }); begin(); })));
    coaches.replaceChildren(
      ...links.coaches.map(link("sees your rides")), ...links.coached.map(link("shows you their rides")));
  });
  const code = (path, words) => act(async () => {
    const issued = await ask(path, { method: "POST" });
    setText(said, `${issued.code} — ${words} It works once, until ${days.format(new Date(issued.expires_at))}.`);
  });
  const typed = el("input", { class: "code", maxLength: 12, autocapitalize: "characters", required: true });
  const accept = el("form", { class: "field" }, el("label", { class: "field" }, "A code that a rider gave you", typed),
    el("button", {}, "See their rides"));
  accept.addEventListener("submit", (event) => {
    event.preventDefault();
    act(async () => {
      await ask("/api/v1/coaches/accept", { method: "POST", body: JSON.stringify({ code: typed.value }) });
      begin();
    })();
  });
  const question = eraseQuestion(begin);
  const place = el(
    "details", { class: "account" }, el("summary", {}, "Devices, coaches, your data"),
    el("div", { class: "weeks" },
      el("section", {}, el("h3", {}, "Devices"), devices,
        button("Code for another Pi", code("/api/v1/codes", "type it when `jz2ctl connect hub --code` asks for it.")),
        button("Code for another browser", code("/api/v1/codes/browser", "type it in the other browser."))),
      el("section", {}, el("h3", {}, "Coaches"), coaches,
        button("Code for a coach", code("/api/v1/coaches/invite", "give it to your coach.")), accept),
      el("section", {}, el("h3", {}, "Your data"),
        el("p", { class: "links" }, el("a", { href: "/api/v1/me/export", download: "" }, "Download all your data")),
        button("Erase it", () => question.showModal(), "stop"))), said, question);
  place.addEventListener("toggle", () => place.open && fill());
  return place;
}
