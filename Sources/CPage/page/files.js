// Imports dropped or chosen files.
import { send } from "./api.js";
import { advice, el } from "./dom.js";
import { t } from "./words.js";

/** The kind to try first, by the file's name. Among plans, a GPX file is a route and a FIT file is a workout. */
export function kindOf(name, wanted) {
  const ending = name.toLowerCase().split(".").at(-1);
  if (["zwo", "erg", "mrc", "txt", "plan"].includes(ending)) return "plan";
  return ["gpx", "fit"].includes(ending) && wanted === "plan" ? "plan" : "ride";
}

/** Uploads a file, and retries it as the other kind if needed. Returns the kind and the response. */
async function give(file, wanted, name, onProgress) {
  const kind = kindOf(file.name, wanted);
  const through = async (door) => [door, await send(door, file, door === "plan" && name ? { name } : {}, onProgress)];
  try {
    return await through(kind);
  } catch (refusal) {
    const isOther = refusal.code === (kind === "ride" ? "badFile" : "badPlan");
    if (!isOther || file.name.toLowerCase().endsWith(".gpx")) throw refusal;
    // If both kinds fail, the first error counts.
    try { return await through(kind === "ride" ? "plan" : "ride"); } catch { throw refusal; }
  }
}

/** A card for files. While it is shown, the whole page accepts drops. `name` is the plan that gets a route. */
export function dropFiles({ kind, name }) {
  const list = el("ul", { class: "files", "aria-live": "polite" });
  const input = el("input", { type: "file", multiple: true, on: { change: () => take([...input.files]) } });
  const words = kind === "ride" ? t("Import rides: FIT, TCX or GPX") : name
    ? t("Import a route (GPX) for this plan") : t("Import plans: ZWO, ERG, MRC, FIT or text");
  const node = el("section", { class: "card drop" }, el("label", { class: "field" }, el("span", {}, words), input),
    list);
  const stop = (event) => event.preventDefault();
  document.body.ondragover = stop;
  document.body.ondrop = (event) => {
    if (!node.isConnected) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };

  // The Pi accepts one file at a time.
  const take = async (files) => {
    for (const file of files) {
      const bar = el("progress", { max: 1, value: 0, "aria-label": file.name });
      const result = el("p", {}, file.name);
      list.append(el("li", {}, result, bar));
      try {
        result.replaceChildren(...told(...await give(file, kind, name, (share) => { bar.value = share; })));
      } catch (refusal) {
        if (refusal.code === "duplicateRide") {
          result.replaceChildren(`${file.name}: `, el("a", { href: `#ride=${refusal.subject}` },
            t("this ride is already in the library")));
        } else result.replaceChildren(`${file.name}: `, ...advice(refusal));
      }
      bar.remove();
    }
    input.value = "";
  };
  return node;
}

function told(what, { plan, rides = [] }) {
  if (what === "plan") {
    return [el("a", { href: `#plan=${encodeURIComponent(plan.name)}` }, t("Plan {1} imported.", plan.name))];
  }
  const links = rides.map(({ ride, there }) => el("a", { href: `#ride=${ride?.id ?? there}` },
    ride ? t("Ride {1} imported.", ride.id) : t("Ride {1} was already in the library.", there)));
  return links.flatMap((link) => [link, " "]);
}
