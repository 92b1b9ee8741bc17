// The hub's API.

/** An error of the hub. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Calls the hub; throws a Refusal. */
export async function ask(path, options = {}) {
  const answer = await fetch(path, {
    ...options, headers: options.body ? { "Content-Type": "application/json" } : {}, cache: "no-store",
  });
  if (answer.status === 204) return {};
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, body.error?.message ?? `The hub responded with ${answer.status}.`);
  return body;
}
