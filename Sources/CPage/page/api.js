// Calls of the Pi.

/** A refusal, in the reader's language. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.message ?? "");
    this.status = status;
    this.code = body.code ?? "";
    this.remedy = body.remedy ?? "";
  }
}

let whenUnpaired = () => {};
let lostMessage = () => ["", ""];

/** Says what happens when this phone is not paired any more, and how a dead connection is told. */
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

/** A call of the Pi by its method; its refusal is thrown. */
export const call = (method, parameters = {}) => post(`/api/call/${method}`, parameters);
