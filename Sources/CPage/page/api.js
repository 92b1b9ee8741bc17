// The Pi's API.

/** An error, in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {number} status of HTTP; 0 without an answer
   * @param {{ code?: string, message?: string, remedy?: string, subject?: string, detail?: string }} body
   */
  constructor(status, body) {
    super(body.message ?? "");
    this.status = status;
    this.code = body.code ?? "";
    this.remedy = body.remedy ?? "";
    this.subject = body.subject;
    this.detail = body.detail;
  }
}

let whenUnpaired = () => {};
/** @type {() => [string, string]} */
let lostMessage = () => ["", ""];
/** @type {() => number | null} */
let piTime = () => null;

/** The longest time from a press to its effect, in milliseconds. */
const patience = 4000;

/**
 * Sets the callback for an unpaired phone, the message for a lost connection, and the Pi's clock; null if unknown.
 * @param {typeof whenUnpaired} unpaired
 * @param {typeof lostMessage} lost
 * @param {typeof piTime} time
 */
export function prepare(unpaired, lost, time) {
  whenUnpaired = unpaired;
  lostMessage = lost;
  piTime = time;
}

/** The error if the Pi cannot be reached. */
export function offline() {
  const [message, remedy] = lostMessage();
  return new Refusal(0, { code: "offline", message, remedy });
}

// The answer that was requested before the scripts were there; each is used once.
/** @param {string} path */
function early(path) {
  const answer = globalThis.early?.answers[path];
  if (answer) delete globalThis.early.answers[path];
  return answer;
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function request(path, options = {}) {
  let response;
  try {
    response = await (early(path) ?? fetch(path, { credentials: "same-origin", cache: "no-store", ...options }));
  } catch {
    throw offline();
  }
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  if (response.status === 401) whenUnpaired();
  throw new Refusal(response.status, body);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {{ headers?: Record<string, string>, signal?: AbortSignal }} options
 */
const post = (path, body, { headers, ...options } = {}) => request(path, {
  method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), ...options,
});

/** @type {() => Promise<Page.About>} */
export const about = () => request("/api/page");
/** @type {() => Promise<Record<string, string>>} */
export const translations = () => request("/api/words");
/** @type {(code: string, name: string) => Promise<{ phone: string }>} */
export const pair = (code, name) => post("/api/pair", { code, name });
export const unpair = () => post("/api/unpair", {});

/** @typedef {Record<string, string | boolean | undefined>} Options */

const queryOf = (/** @type {Options} */ options) => {
  const known = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => [name, String(value)]);
  return known.length > 0 ? `?${new URLSearchParams(known)}` : "";
};

/**
 * Reads a ride's seconds as columns of equal length; `running` is true while the timer ran.
 * @param {string | number} ride
 * @returns {Promise<Page.Track>}
 */
export async function track(ride, whole = false) {
  const columns = await request(`/api/ride/${ride}/track${queryOf({ whole })}`);
  return { ...columns, running: columns.running.map(Boolean) };
}

/**
 * The URL of a ride or a plan as a file.
 * @param {string | number} ride
 * @param {string} format
 */
export const fileOf = (ride, format, whole = false) => `/api/ride/${ride}/file${queryOf({ format, whole })}`;
/**
 * @param {string} name
 * @param {string} format
 */
export const planFile = (name, format) => `/api/plan/${encodeURIComponent(name)}/file${queryOf({ format })}`;

/**
 * Uploads a "ride" or a "plan" file. Reports the progress from 0 to 1, and throws a Refusal.
 * @param {"ride" | "plan"} kind
 * @param {File} file
 * @param {Options} options
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Page.Received>}
 */
export function send(kind, file, options = {}, onProgress = () => {}) {
  // fetch does not report upload progress.
  const sending = new XMLHttpRequest();
  const named = kind === "plan" ? { fileName: file.name, ...options } : options;
  sending.open("POST", `/api/import/${kind}${queryOf(named)}`);
  sending.setRequestHeader("Content-Type", "application/octet-stream");
  sending.responseType = "json";
  sending.upload.onprogress = (event) => { if (event.total > 0) onProgress(event.loaded / event.total); };
  return new Promise((resolve, reject) => {
    sending.onerror = () => reject(offline());
    sending.onload = () => {
      if (sending.status === 200) return resolve(sending.response);
      if (sending.status === 401) whenUnpaired();
      return reject(new Refusal(sending.status, sending.response ?? {}));
    };
    sending.send(file);
  });
}

/**
 * Calls a method of the Pi; throws a Refusal.
 * @type {Page.Call}
 */
export const call = (method, parameters = {}) => post(`/api/call/${method}`, parameters);

// A request that the network delays reaches the Pi even after the browser has given it up, so the Pi refuses it then.
/** @returns {Record<string, string>} */
const deadline = () => {
  const time = piTime();
  return time === null ? {} : { "JZ2-Until": String(Math.round(time + patience)) };
};

// Safari 15 has no `AbortSignal.timeout`.
function limited() {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), patience);
  return limit.signal;
}

/**
 * Controls the ride at once or not at all: gives up after 4 s, and the Pi refuses the call from then on.
 * @type {Page.Call}
 */
export const steer = (method, parameters = {}) =>
  post(`/api/call/${method}`, parameters, { headers: deadline(), signal: limited() });

/**
 * Starts a ride; the Pi may take long to connect the devices, but refuses a request that arrives late.
 * @type {(parameters: Wire.Calls["Start"]["parameters"]) => Promise<Wire.Calls["Start"]["reply"]>}
 */
export const start = (parameters) => post("/api/call/Start", parameters, { headers: deadline() });
