// The benefits and the installation of the Pi's certificate.
import { el, rich } from "./dom.js";
import { card } from "./parts.js";
import { dayText, t } from "./words.js";

const ways = () => [
  ["iPhone, iPad", t("Download it in Safari, and allow the profile."),
    t("Settings → General → VPN & Device Management: compare under More Details, then install."),
    t("Settings → General → About → Certificate Trust Settings: switch it on.")],
  ["Android", t("Settings → Security → Encryption & credentials → Install a certificate → CA certificate: "
    + "choose the file."),
    t("Compare under Trusted credentials → User, and remove it there if it differs.")],
  ["Mac", t("Open the file: it goes to Keychain Access."),
    t("Open it there, compare under Details, then choose Trust → Always Trust.")],
  ["Windows", t("`certutil -dump ca.crt` shows the fingerprint, sha256: compare."),
    t("Open the file: Install Certificate → Trusted Root Certification Authorities.")],
  ["Firefox", t("Settings → Privacy & Security → View Certificates → Authorities → Import: choose the file."),
    t("Compare by View, then trust it to identify websites.")],
];

const line = (text) => el("p", {}, ...rich(text));

function installing({ host, certificate }) {
  const address = `https://${host}.local:8421/`;
  const end = dayText(new Date(certificate.notAfter), { dateStyle: "long" });
  return [
    card(t("1. Know it"), line(t("On the Pi, type `jz2ctl page certificate`: it shows the fingerprint, SHA-256. "
      + "Compare it with the one that your phone shows, before you trust it.")),
    line(t("It speaks for the names of this Pi alone, until {1}.", end))),
    card(t("2. Install it"), el("a", { class: "button", href: "/ca.crt", download: "" }, t("Download the certificate")),
      ...ways().map(([name, ...steps]) => el("details", {}, el("summary", {}, name),
        el("ol", {}, ...steps.map((step) => el("li", {}, ...rich(step))))))),
    card(t("3. Open the page anew"), el("a", { class: "button", href: address }, address),
      line(t("Pair the phone once more if it asks, and put the page on the home screen."))),
    card(t("Take it away again"), line(t("Delete the certificate, or the profile, where you installed it."))),
  ];
}

/** The view that explains the certificate. */
export function secureView({ page }) {
  const { certificate, secure } = page;
  return { node: el("div", { class: "start secure" }, el("header", {}, el("h1", {}, t("Awake and encrypted"))),
    card(secure ? t("It is on: this page is encrypted.") : t("This page is plain http."),
      line(t("Encrypted, by the certificate of this Pi, the screen stays awake, the page can be installed like an app, "
        + "and nobody in the Wi-Fi can listen or steer.")),
      !certificate && !secure
        && line(t("There is none yet: on the Pi, type `sudo jz2ctl page certificate`, then open this page anew."))),
    ...(certificate ? installing(page) : [])) };
}
