// The benefits and the installation of the Pi's certificate.
import { el, rich } from "./dom.js";
import { card } from "./parts.js";
import { dayText, t } from "./words.js";

const ways = () => [
  ["iPhone, iPad", t("Download it in Safari, and allow the profile."),
    t("Settings → General → VPN & Device Management: compare the fingerprint under More Details, then install."),
    t("Settings → General → About → Certificate Trust Settings: switch it on.")],
  ["Android", t("Settings → Security → Encryption & credentials → Install a certificate → CA certificate: "
    + "choose the file."),
    t("Compare the fingerprint under Trusted credentials → User. If it differs, remove the certificate there.")],
  ["Mac", t("Open the file: macOS adds it to Keychain Access."),
    t("Open it there, compare the fingerprint under Details, then choose Trust → Always Trust.")],
  ["Windows", t("Compare the SHA-256 fingerprint that `certutil -dump ca.crt` shows."),
    t("Open the file: Install Certificate → Trusted Root Certification Authorities.")],
  ["Firefox", t("Settings → Privacy & Security → View Certificates → Authorities → Import: choose the file."),
    t("Compare the fingerprint under View, then trust the certificate to identify websites.")],
];

/** @param {string} text */
const line = (text) => el("p", {}, ...rich(text));

/**
 * @param {string} host
 * @param {{ notAfter: string }} certificate
 */
function installing(host, certificate) {
  const address = `https://${host}.local:8421/`;
  const end = dayText(new Date(certificate.notAfter), { dateStyle: "long" });
  return [
    card(t("1. Get the fingerprint"), line(t("On the Pi, type `jz2ctl page certificate`. It shows the SHA-256 "
      + "fingerprint. Compare it with the one on your phone before you trust the certificate.")),
    line(t("The certificate is valid only for the names of this Pi, until {1}.", end))),
    card(t("2. Install the certificate"),
      el("a", { class: "button", href: "/ca.crt", download: "" }, t("Download the certificate")),
      ...ways().map(([name, ...steps]) => el("details", {}, el("summary", {}, name),
        el("ol", {}, ...steps.map((step) => el("li", {}, ...rich(step))))))),
    card(t("3. Open the encrypted page"), el("a", { class: "button", href: address }, address),
      line(t("Pair the phone again if the page asks, then add the page to the home screen."))),
    card(t("Remove the certificate"), line(t("Delete the certificate, or the profile, where you installed it."))),
  ];
}

/**
 * The view that explains the certificate.
 * @param {Page.App} app
 */
export function secureView({ page }) {
  const { certificate, secure } = page;
  return { node: el("div", { class: "start settings secure" }, el("header", {}, el("h1", {}, t("Encrypted page"))),
    card(secure ? t("This page is encrypted.") : t("This page is not encrypted."),
      line(t("With the certificate of this Pi, the page is encrypted: the browser keeps the screen on during a ride, "
        + "you can install the page like an app, and others on the Wi-Fi cannot watch or control your ride.")),
      !certificate && !secure
        && line(t("The Pi has no certificate yet: type `sudo jz2ctl page certificate` there, then reload this page."))),
    ...(certificate ? installing(page.host ?? "", certificate) : [])) };
}
