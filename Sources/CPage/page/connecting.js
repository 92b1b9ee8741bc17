// Connects and disconnects services.
import { call } from "./api.js";
import { el, rich } from "./dom.js";
import { note, trying } from "./notes.js";
import { button } from "./parts.js";
import { t } from "./words.js";

// Strava waits for the consent about this often, in milliseconds.
const askEvery = 3000;

// An input with its title. Browsers neither store nor complete what is typed here.
const field = (name, title, more = {}) => el("label", { class: "field" }, title, el("input", { name,
  autocomplete: "off", autocapitalize: "off", spellcheck: false, required: true, ...more }));

const tick = (name, text) => el("label", { class: "check" }, el("input", { type: "checkbox", name }),
  el("span", {}, text));

const secret = { type: "password", autocomplete: "new-password" };

/**
 * The hint and the inputs of a form, by the way that a service is connected.
 * @param {Wire.ServiceTraits} traits
 * @returns {[string, ...HTMLLabelElement[]]}
 */
function inputsOf({ connection, title }) {
  const earlier = tick("earlier", t("Also send earlier rides"));
  if (connection === "key") {
    return [t("The key is in your settings at {1}, under Developer Settings.", title), field("key", t("Key"), secret),
      tick("wellness", t("Fetch sleep, heart rate variability and weight from there")), earlier];
  }
  if (connection === "pairing") {
    return [t("Your server shows a code for a new device."),
      field("url", t("Address"), { type: "url", placeholder: "https://" }), field("code", t("Code"))];
  }
  return [t("Create an app of your own at {1}, with the callback domain `localhost`.", "strava.com/settings/api"),
    field("clientId", t("Client ID"), { inputMode: "numeric" }), field("clientSecret", t("Client secret"), secret),
    earlier];
}

/** The parameters of `Connect` from the values of a form. */
export function parametersOf(service, { earlier, wellness, ...values }) {
  const typed = Object.entries(values).map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== "");
  return { service, ...Object.fromEntries(typed), ...(earlier ? { since: "1970-01-01T00:00:00Z" } : {}),
    ...(wellness ? { wellness: "down" } : {}) };
}

const formOf = (inputs, run) => el("form", { class: "connecting", on: { submit: (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const values = Object.fromEntries(new FormData(form));
  form.inert = true;
  trying(() => run(values)).finally(() => { form.inert = false; });
} } }, ...inputs, el("button", { type: "submit", class: "go" }, t("Connect")));

/** The page without encryption does not ask for a secret. */
const unencrypted = (service) => [
  el("p", {}, ...rich(t("Others on the Wi-Fi could read the key. Encrypt the page first, or type "
    + "`jz2ctl connect {1}` on the Pi.", service))),
  el("a", { class: "button", href: "#secure" }, t("Encrypt the page")),
];

/** The second step: the rider agrees in a browser, which ends at an address that only this computer would open. */
function consentSteps(service, { address, callback, secondsLeft }, connected) {
  let left = secondsLeft * 1000;
  const steps = el("div", { class: "connecting" },
    el("a", { class: "button", href: address, target: "_blank", rel: "noopener noreferrer" }, t("Open it and agree")),
    el("p", {}, ...rich(t("Then the browser goes to an address that begins with `{1}` and may not open. Copy the whole "
      + "address, and paste it here.", callback))),
    formOf([field("code", t("Address or code"))], async (values) => {
      const reply = await call("Connect", parametersOf(service, values));
      if (!reply.consent) connected();
    }));
  // The browser may also run on the Pi, whose jz2sync then receives the code.
  const timer = setInterval(async () => {
    left -= askEvery;
    if (!steps.isConnected || left <= 0) return clearInterval(timer);
    const { services } = await call("Services").catch(() => ({ services: [] }));
    if (!services.some((one) => one.service === service && one.state === "connected")) return;
    clearInterval(timer);
    connected();
  }, askEvery);
  return steps;
}

/** The form that connects a service; `connected` runs when it is. */
function connectForm({ service, traits }, { secure }, connected) {
  const place = el("div", { class: "connecting" });
  if (!secure) {
    place.append(...unencrypted(service));
    return place;
  }
  const [hint, ...inputs] = inputsOf(traits);
  const form = formOf([el("p", { class: "hint" }, ...rich(hint)), ...inputs], async (values) => {
    const { consent } = await call("Connect", parametersOf(service, values));
    form.reset();
    if (consent) place.replaceChildren(consentSteps(service, consent, connected));
    else connected();
  });
  place.append(form);
  return place;
}

/** Whether a rider can connect a service here. */
const isConnectable = ({ traits, state }) => Boolean(traits) && traits.connection !== "file"
  && (state === "disconnected" || state === "authRequired");

/** The services that can be connected, each with its form behind its name. */
export const connectForms = (services, page, connected) => services.filter(isConnectable).map((one) =>
  el("details", { class: "connect" }, el("summary", {}, t("Connect {1}", one.traits.title)),
    connectForm(one, page, connected)));

/**
 * A button that disconnects a service after a question.
 * @param {Wire.ServiceStatus} service
 * @param {() => void} disconnected
 */
export function disconnectButton({ service, traits }, disconnected) {
  const place = el("div", { class: "actions" });
  const begin = () => place.replaceChildren(button(t("Disconnect"), ask));
  const ask = () => {
    place.replaceChildren(
      el("p", {}, t("Disconnect {1}? Its key is deleted here. Your rides stay here and there.", traits.title)),
      button(t("Disconnect"), () => trying(async () => {
        const { revoked } = await call("Disconnect", { service });
        note(t("{1} is disconnected.", traits.title), revoked || traits.connection !== "consent" ? ""
          : t("It did not confirm that. Check that the app is gone from your settings there."));
        disconnected();
      }), { class: "discard" }), button(t("Keep it"), begin));
    place.querySelector("button").focus();
  };
  begin();
  return place;
}
