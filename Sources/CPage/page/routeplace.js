// The place on a plan's route where an interval ends: one with a name, or any other on the line.
import { el, svg } from "./dom.js";
import { fitted, placeAt } from "./route.js";
import { t, way } from "./words.js";

/** The distance along a route, in metres, to the point of its line that is nearest to a place. */
function alongOf(route, place) {
  const narrow = Math.cos((place.latitudeDegrees * Math.PI) / 180);
  const flat = (one) => [(one.longitudeDegrees - place.longitudeDegrees) * narrow,
    one.latitudeDegrees - place.latitudeDegrees];
  let best = { away: Infinity, meters: 0 };
  route.points.forEach((point, index) => {
    const next = route.points[index + 1] ?? point;
    const [[x, y], [u, v]] = [flat(point), flat(next)];
    const [dx, dy] = [u - x, v - y];
    const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)));
    const away = Math.hypot(x + share * dx, y + share * dy);
    if (away < best.away) best = { away, meters: point.meters + share * (next.meters - point.meters) };
  });
  return best.meters;
}

/** The members of an interval that ends at so many metres of a route. */
export function endAt(route, meters) {
  const { latitudeDegrees, longitudeDegrees } = placeAt(route, meters);
  const exact = (degrees) => Math.round(degrees * 1e6) / 1e6;
  return { latitudeDegrees: exact(latitudeDegrees), longitudeDegrees: exact(longitudeDegrees), place: undefined };
}

const isAt = (row, pin) => row.latitudeDegrees === pin.latitudeDegrees && row.longitudeDegrees === pin.longitudeDegrees;

/** The name of the place where an interval ends, else its distance along the route. */
export function placeText(row, route) {
  const pin = (route?.waypoints ?? []).find((one) => isAt(row, one));
  if (pin ?? row.place) return pin?.name ?? row.place;
  return route ? t("at {1}", way(alongOf(route, row))) : t("to the place");
}

// The route with its named places and a dot, which `mark` moves.
function picture(route) {
  const [width, height] = [320, 180];
  const place = fitted(route.points, width, height);
  const dot = svg("circle", { r: 8, class: "spot" });
  const node = svg("svg", { class: "map", "aria-hidden": "true", viewBox: `0 0 ${width} ${height}` },
    svg("polyline", { points: route.points.map((point) => place(point).join()).join(" "), class: "way" }),
    ...(route.waypoints ?? []).map(place).map(([cx, cy]) => svg("circle", { cx, cy, r: 5, class: "pin" })), dot);
  return { node, mark: (meters) => {
    const [cx, cy] = place(placeAt(route, meters));
    dot.setAttribute("cx", String(cx));
    dot.setAttribute("cy", String(cy));
  } };
}

/** The fields for the place where an interval ends; `edit` takes the changed members. */
export function placeFields(row, route, edit) {
  const pins = route.waypoints ?? [];
  const { node, mark } = picture(route);
  const chosen = pins.findIndex((pin) => isAt(row, pin));
  const length = el("output", {}, way(alongOf(route, row)));
  const slider = el("input", { type: "range", min: 0, max: Math.round(route.meters), step: 10,
    value: Math.round(alongOf(route, row)) });
  const names = el("select", {}, el("option", { value: "" }, t("On the line")), ...pins.map((pin, index) =>
    el("option", { value: String(index), selected: index === chosen }, pin.name)));
  const show = (meters) => {
    mark(meters);
    length.value = way(meters);
  };
  slider.addEventListener("input", () => {
    names.value = "";
    show(Number(slider.value));
  });
  slider.addEventListener("change", () => edit(endAt(route, Number(slider.value))));
  names.addEventListener("change", () => {
    const pin = pins[names.value];
    const { name: place, ...coordinates } = pin ?? {};
    const values = pin ? { ...coordinates, place } : endAt(route, Number(slider.value));
    slider.value = String(Math.round(alongOf(route, values)));
    show(Number(slider.value));
    edit(values);
  });
  mark(alongOf(route, row));
  return el("div", { class: "spot-fields whole" }, node,
    pins.length > 0 && el("label", { class: "field" }, el("span", {}, t("Place")), names),
    el("label", { class: "field" }, el("span", {}, t("Distance along the route"), " ", length), slider));
}
