// The line of a route, as a small map without a background.
import { svg } from "./dom.js";

/** The space around the line, the radius of a pin and of the rider, and the size of a name; in pixels. */
const [edge, pinSize, riderSize, nameSize] = [18, 5, 9, 13];

/**
 * A route on a plane of some pixels, north up: the scale and the offsets that fit it in.
 * @param {{ latitudeDegrees: number, longitudeDegrees: number }[]} points
 * @returns {(place: { latitudeDegrees: number, longitudeDegrees: number }) => [number, number]}
 */
export function fitted(points, width, height) {
  const middle = points.reduce((sum, point) => sum + point.latitudeDegrees, 0) / Math.max(1, points.length);
  const narrow = Math.cos((middle * Math.PI) / 180);
  const flat = (place) => [place.longitudeDegrees * narrow, -place.latitudeDegrees];
  const range = (index) => {
    const values = points.map((point) => flat(point)[index]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const size = Math.min((width - 2 * edge) / (right - left || 1e-9), (height - 2 * edge) / (bottom - top || 1e-9));
  const [beside, above] = [(width - (right - left) * size) / 2, (height - (bottom - top) * size) / 2];
  return (place) => {
    const [x, y] = flat(place);
    return [beside + (x - left) * size, above + (y - top) * size];
  };
}

/** The ridden part of the present lap, as metres along the line; a route that is no loop is ridden there and back. */
export function riddenPart(route, meters) {
  const period = route.loop ? route.meters : 2 * route.meters;
  const along = period > 0 ? meters % period : 0;
  return along <= route.meters ? { from: 0, to: along, at: along }
    : { from: 2 * route.meters - along, to: route.meters, at: 2 * route.meters - along };
}

/** The place on a route after some metres along it. */
export function placeAt(route, meters) {
  const next = route.points.findIndex((point) => point.meters >= meters);
  if (next === 0) return route.points[0];
  if (next < 0) return route.points.at(-1) ?? { latitudeDegrees: 0, longitudeDegrees: 0 };
  const [one, other] = [route.points[next - 1], route.points[next]];
  const share = (meters - one.meters) / (other.meters - one.meters || 1);
  const between = (name) => one[name] + (other[name] - one[name]) * share;
  return { latitudeDegrees: between("latitudeDegrees"), longitudeDegrees: between("longitudeDegrees") };
}

const path = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

const overlap = (one, other) => one.left < other.right && other.left < one.right
  && one.top < other.bottom && other.top < one.bottom;

/**
 * The place of a pin's name: beside, above or below the pin, inside the picture, and free of the boxes in `taken`.
 * @param {[number, number]} pin
 * @param {Box[]} taken
 * @returns {{ x: number, y: number, anchor: string, box: Box }}
 */
export function namePlace([x, y], name, taken, width, height) {
  const [long, high, away] = [name.length * nameSize * 0.6, nameSize, pinSize + 5];
  const place = (left, bottom, anchor, at) => ({ x: at, y: bottom - 3, anchor,
    box: { left, top: bottom - high, right: left + long, bottom } });
  const places = [place(x + away, y + high / 2, "start", x + away),
    place(x - away - long, y + high / 2, "end", x - away),
    place(x - long / 2, y - away, "middle", x), place(x - long / 2, y + away + high, "middle", x)];
  const isInside = ({ box }) => box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
  return places.find((one) => isInside(one) && !taken.some((other) => overlap(one.box, other)))
    ?? places.find(isInside) ?? places[0];
}

// The size of the picture in pixels; it may not be shown yet.
function sizeOf(node) {
  const { width, height } = node.getBoundingClientRect();
  const size = { width: Math.max(120, width), height: Math.max(60, height) };
  node.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  return size;
}

const dot = ([x, y], kind) => svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), class: kind,
  r: kind === "rider" ? riderSize : pinSize });

/** Draws a route with the ridden way, its pins and the rider. */
export function drawRoute(node, route, meters) {
  const { width, height } = sizeOf(node);
  const place = fitted(route.points, width, height);
  const part = riddenPart(route, meters);
  const ridden = [placeAt(route, part.from), ...route.points.filter((point) => point.meters > part.from
    && point.meters < part.to), placeAt(route, part.to)];
  const [x, y] = place(placeAt(route, part.at));
  const around = riderSize + 3;
  const taken = [{ left: x - around, right: x + around, top: y - around, bottom: y + around }];
  const pins = (route.waypoints ?? []).flatMap((pin) => {
    const at = place(pin);
    const { x: left, y: bottom, anchor, box } = namePlace(at, pin.name, taken, width, height);
    taken.push(box);
    return [dot(at, "pin"), svg("text", { x: left.toFixed(1), y: bottom.toFixed(1), "text-anchor": anchor,
      "font-size": nameSize }, pin.name)];
  });
  node.replaceChildren(svg("path", { d: path(route.points.map(place)), class: "way" }),
    svg("path", { d: path(ridden.map(place)), class: "ridden" }), dot([x, y], "rider"), ...pins);
}

/** The way of a past ride, and a dot at one of its seconds. */
export class RideMap {
  /** @param {[number, number, number][]} places seconds, latitudes and longitudes, in order */
  constructor(places) {
    this.seconds = places.map(([second]) => second);
    this.points = places.map(([, latitudeDegrees, longitudeDegrees]) => ({ latitudeDegrees, longitudeDegrees }));
    this.node = svg("svg", { class: "route", "aria-hidden": "true" });
    /** @type {number | null} */
    this.second = null;
    this.place = null;
    new ResizeObserver(() => this.#draw()).observe(this.node);
  }

  /** Shows the rider at a second; null hides it. */
  at(second) {
    this.second = second;
    if (this.place) this.#mark();
  }

  #draw() {
    const { width, height } = sizeOf(this.node);
    this.place = fitted(this.points, width, height);
    this.node.replaceChildren(svg("path", { d: path(this.points.map(this.place)), class: "ridden" }),
      dot(this.place(this.points[0]), "pin begin"), dot(this.place(this.points.at(-1)), "pin"));
    this.#mark();
  }

  #mark() {
    this.node.querySelector(".rider")?.remove();
    if (this.second === null) return;
    const next = this.seconds.findIndex((second) => second >= this.second);
    this.node.append(dot(this.place(this.points.at(next)), "rider"));
  }
}
