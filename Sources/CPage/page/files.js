// Imports files that are chosen, or dropped anywhere on the page.
import { advice } from "./advice.js";
import { send } from "./api.js";
import { el } from "./dom.js";
import { note } from "./notes.js";
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

// The results, which stay when the rider opens another view meanwhile.
const list = el("ul", { class: "files", "aria-live": "polite" });
// What the open view imports.
let open = { node: null, kind: "ride" };
let waiting = Promise.resolve();

/** Imports a file, and returns the result. */
async function take(file, { kind, name }) {
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
  if (!list.isConnected) note(result.textContent);
}

// The Pi accepts one file at a time.
function takeAll(files, into) {
  if (!list.querySelector("progress")) list.replaceChildren();
  for (const file of files) waiting = waiting.then(() => take(file, into));
}

/**
 * A card that imports chosen files of a kind. `name` is the plan that gets a route.
 * @param {{ kind: "ride" | "plan", name?: string }} about
 */
export function dropFiles({ kind, name }) {
  const input = el("input", { type: "file", multiple: true, on: { change: () => {
    takeAll(input.files, { kind, name });
    input.value = "";
  } } });
  const words = kind === "ride" ? t("Import rides: FIT, TCX or GPX") : name
    ? t("Import a route (GPX) for this plan") : t("Import plans: ZWO, ERG, MRC, FIT or text");
  const node = el("section", { class: "card drop" }, el("label", { class: "pick" }, el("strong", {}, words), input,
    el("span", { class: "button" }, t("Choose files"))),
  el("p", { class: "hint" }, t("Or drop files anywhere on the page.")), list);
  open = { node, kind, name };
  return node;
}

/** Takes files that are dropped on any view; opens the list that they belong to if `mayLeave` says so. */
export function takeDrops(isPaired, mayLeave) {
  let timer = 0;
  const mark = (isOver) => {
    document.body.classList.toggle("over", isOver);
    document.body.dataset.drop = t("Drop rides, plans and routes here");
  };
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    clearTimeout(timer);
    mark(isPaired());
    // The browser repeats the event while the file is over the page.
    timer = setTimeout(() => mark(false), 500);
  });
  addEventListener("drop", (event) => {
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length === 0) return;
    // Otherwise the browser would leave the page for the file.
    event.preventDefault();
    clearTimeout(timer);
    mark(false);
    if (!isPaired()) return;
    takeAll(files, open.node?.isConnected ? open : { kind: "ride" });
    if (open.node?.isConnected || !mayLeave()) return;
    location.hash = files.every(({ name }) => kindOf(name, "ride") === "plan") ? "plans" : "rides";
  });
}

function told(what, { plan, rides = [] }) {
  if (what === "plan") {
    return [el("a", { href: `#plan=${encodeURIComponent(plan.name)}` }, t("Plan {1} imported.", plan.name))];
  }
  const links = rides.map(({ ride, there }) => el("a", { href: `#ride=${ride?.id ?? there}` },
    ride ? t("Ride {1} imported.", ride.id) : t("Ride {1} was already in the library.", there)));
  return links.flatMap((link) => [link, " "]);
}
