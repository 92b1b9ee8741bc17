// The heights of a route, with the rider on it.
import { svg } from "./dom.js";
import { riddenPart } from "./route.js";
import { heightText, number, t } from "./words.js";

/** The least difference of heights that fills the picture, in metres; smaller ones are drawn smaller. */
const leastClimb = 30;
/** The share of the picture's height below the lowest place. */
const ground = 0.15;

/** @typedef {Pick<Wire.RoutePoint, "meters" | "altitudeMeters">} Point */

/**
 * The places of heights in a picture.
 * @param {Point[]} points in order, each with an altitude
 * @param {number} meters the length of the route
 * @returns {(point: Point) => [number, number]}
 */
export function placed(points, meters, width, height) {
  const heights = points.map(({ altitudeMeters }) => altitudeMeters ?? 0);
  const lowest = Math.min(...heights);
  const span = Math.max(leastClimb, Math.max(...heights) - lowest);
  return (point) => [point.meters / meters * width,
    height * (1 - ground) - ((point.altitudeMeters ?? 0) - lowest) / span * height * (1 - ground - 0.05)];
}

/** Whether a route has heights. */
export const hasHeights = ({ points }) => points.length > 1 && points.every((one) => one.altitudeMeters !== undefined);

/** Draws the heights, those behind the rider in another colour, and a line at the rider. */
export function drawProfile(node, route, meters) {
  const { width, height } = node.getBoundingClientRect();
  const [wide, high] = [Math.max(120, width), Math.max(40, height)];
  node.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  const place = placed(route.points, route.meters, wide, high);
  const top = route.points.map((point) => place(point).map((one) => one.toFixed(1)).join(" ")).join("L");
  const { at } = riddenPart(route, meters);
  const x = (at / route.meters * wide).toFixed(1);
  const id = "profile-ridden";
  const area = (kind) => svg("path", { d: `M0 ${high}L${top}L${wide} ${high}Z`, class: kind });
  const ridden = area("ridden");
  ridden.setAttribute("clip-path", `url(#${id})`);
  const done = svg("clipPath", { id }, svg("rect", { x: 0, y: 0, width: x, height: high }));
  node.replaceChildren(done, area("way"), ridden, svg("line", { x1: x, x2: x, y1: 0, y2: high, class: "rider" }));
}

/**
 * The rider's place on the road: `slope 6.1 % · 812 m · 214 m climbed`.
 * @param {Wire.RoadStatus} road
 */
export const roadText = (road) => [t("slope {1} %", number(road.slopePercent, 1)),
  heightText(road.altitudeMeters), t("{1} climbed", heightText(road.ascentMeters))].join(" · ");
