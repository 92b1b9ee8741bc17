// Problems and errors as a rider reads them.
import { el, rich } from "./dom.js";
import { forRider } from "./remedies.js";
import { t } from "./words.js";

/**
 * The message of a problem or an error, its remedy for a rider, and its details for a terminal.
 * @param {{ code?: string, message: string, remedy?: string }} problem
 */
export function advice(problem) {
  const { message, remedy, details } = forRider(problem);
  return [
    el("strong", {}, ...rich(message)), ...(remedy ? [" ", el("span", {}, ...rich(remedy))] : []),
    ...(details ? [el("details", { class: "technical" }, el("summary", {}, t("Details")),
      el("div", {}, ...rich(details)))] : []),
  ];
}
