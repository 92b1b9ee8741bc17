// The pairing and the settings of this phone.
import { about, pair, unpair } from "./api.js";
import { stopsMusic } from "./awake.js";
import { el, rich } from "./dom.js";
import { trying } from "./notes.js";
import { t } from "./words.js";

const languages = [["en", "English"], ["de", "Deutsch"], ["fr", "Français"], ["es", "Español"]];

function guessedName() {
  const agent = navigator.userAgent;
  for (const [word, name] of [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Mac", "Mac"],
    ["Windows", "Windows"]]) if (agent.includes(word)) return name;
  return "Browser";
}

/**
 * The language choice, stored in a cookie.
 * @param {Page.About} page
 */
function languageChoice(page) {
  const choice = el("select", { on: { change: () => {
    document.cookie = `jz2-language=${choice.value}; Path=/; SameSite=Strict; Max-Age=34560000`;
    location.reload();
  } } }, ...languages.map(([code, name]) => el("option", { value: code, selected: code === page.language }, name)));
  return el("label", { class: "field" }, el("span", {}, t("Language")), choice);
}

/**
 * A warning if the page is not encrypted.
 * @param {Page.About} page
 */
const overheard = (page) => (page.secure ? null : el("p", { class: "hint" },
  t("The page uses plain http: others in the same Wi-Fi can listen, and then control the ride too. "
    + "Pair only in a network that you trust.")));

/**
 * The view of an unpaired phone; a public page also offers its numbers.
 * @param {Page.About} page
 * @param {{ code?: string, onPaired: () => void, onLook: (() => void) | null }} options
 */
export function pairView(page, { code = "", onPaired, onLook }) {
  const digits = el("input", { type: "text", inputMode: "numeric", autocomplete: "one-time-code", maxLength: 7,
    value: code, required: true, class: "code", placeholder: "000 000" });
  const name = el("input", { type: "text", value: guessedName(), maxLength: 40, autocomplete: "off" });
  const form = el("form", { class: "card", on: { submit: (event) => {
    event.preventDefault();
    trying(async () => {
      // The page may have been open for longer than its code is valid.
      const newer = page.code && digits.value === page.code ? (await about()).code : null;
      await pair(newer ?? digits.value, name.value);
      onPaired();
    });
  } } },
  el("label", { class: "field" }, el("span", {}, t("Code")), digits),
  el("label", { class: "field" }, el("span", {}, t("Name of this phone")), name),
  el("button", { type: "submit", class: "main go wide" }, t("Pair this phone")));
  const steps = el("p", {}, ...rich(page.code
    ? t("This is the first phone, so its code is already here. Other phones need a code from the Pi.")
    : t("On the Pi, type `jz2ctl page pair`. It shows a six-digit code.")));
  return el("div", { class: "start pairing" }, el("h1", {}, t("Pair this phone")), steps, form, overheard(page),
    onLook && el("button", { type: "button", class: "wide", on: { click: onLook } }, t("Watch without pairing")),
    languageChoice(page));
}

/**
 * The settings of this phone.
 * @param {Page.About} page
 * @param {{ onUnpaired: () => void }} options
 */
export function pageView(page, { onUnpaired }) {
  const links = [["settings", t("Settings")], ["services", t("Services")], ["secure", t("Encrypted page")]];
  return el("div", { class: "start" }, el("header", {}, el("h1", {}, t("More"))),
  el("section", { class: "card links" }, ...links.map(([name, text]) => el("a", { href: `#${name}` }, text))),
  el("section", { class: "card" }, languageChoice(page)),
  el("section", { class: "card" }, el("h2", {}, page.phone ?? ""),
    el("p", {}, t("This phone is paired with {1}.", page.host ?? "")), overheard(page),
    stopsMusic && el("p", { class: "hint" }, t("On this phone, music stops when a ride begins: a silent video keeps "
      + "the screen on. The encrypted page does not need it.")),
    el("button", { type: "button", on: { click: () => trying(async () => {
      await unpair();
      onUnpaired();
    }) } }, t("Unpair this phone"))),
  el("p", { class: "hint" }, `jz2 ${page.version}`));
}
