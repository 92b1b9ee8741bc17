// The Pi's API.

/** An error, in the reader's language. */
export class Refusal extends Error {
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
let lostMessage = () => ["", ""];

/** Sets the callback for an unpaired phone, and the message for a lost connection. */
export function prepare(unpaired, lost) {
  whenUnpaired = unpaired;
  lostMessage = lost;
}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  } catch {
    const [message, remedy] = lostMessage();
    throw new Refusal(0, { code: "offline", message, remedy });
  }
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  if (response.status === 401) whenUnpaired();
  throw new Refusal(response.status, body);
}

const post = (path, body) => request(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

export const about = () => request("/api/page");
export const phrases = () => request("/api/words");
export const pair = (code, name) => post("/api/pair", { code, name });
export const unpair = () => post("/api/unpair", {});

const queryOf = (options) => {
  const known = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  return known.length > 0 ? `?${new URLSearchParams(known)}` : "";
};

/** Reads a ride's seconds as columns of equal length; `running` is true while the timer ran. */
export async function track(ride, whole = false) {
  const columns = await request(`/api/ride/${ride}/track${queryOf({ whole })}`);
  return { ...columns, running: columns.running.map(Boolean) };
}

/** The URL of a ride or a plan as a file. */
export const fileOf = (ride, format, whole = false) => `/api/ride/${ride}/file${queryOf({ format, whole })}`;
export const planFile = (name, format) => `/api/plan/${encodeURIComponent(name)}/file${queryOf({ format })}`;

/** Uploads a "ride" or a "plan" file. Reports the progress from 0 to 1, and throws a Refusal. */
export function send(kind, file, options = {}, onProgress = () => {}) {
  // fetch does not report upload progress.
  const sending = new XMLHttpRequest();
  const named = kind === "plan" ? { fileName: file.name, ...options } : options;
  sending.open("POST", `/api/import/${kind}${queryOf(named)}`);
  sending.setRequestHeader("Content-Type", "application/octet-stream");
  sending.responseType = "json";
  sending.upload.onprogress = (event) => { if (event.total > 0) onProgress(event.loaded / event.total); };
  return new Promise((resolve, reject) => {
    sending.onerror = () => {
      const [message, remedy] = lostMessage();
      reject(new Refusal(0, { code: "offline", message, remedy }));
    };
    sending.onload = () => {
      if (sending.status === 200) return resolve(sending.response);
      if (sending.status === 401) whenUnpaired();
      return reject(new Refusal(sending.status, sending.response ?? {}));
    };
    sending.send(file);
  });
}

/** Calls a method of the Pi; throws a Refusal. */
export const call = (method, parameters = {}) => post(`/api/call/${method}`, parameters);
