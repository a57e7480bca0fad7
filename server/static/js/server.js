/** Asking the server. Answers are kept while the page is open; an error is a {@link Trouble}. */

const MOST_KEPT = 2000;
const answers = new Map();

/** A request that has no answer. `code` is the server's, or `offline` if it cannot be reached. */
export class Trouble extends Error {
  constructor(error) {
    super(error.message);
    Object.assign(this, error);
  }
}

/**
 * The answer of an address.
 * @param {string} path Below `/api/`.
 * @param {Object<string, *>} parameters Those that are null are left out.
 * @param {AbortSignal} [signal] Gives up the request.
 * @throws {Trouble}
 */
export async function ask(path, parameters = {}, signal = undefined) {
  const address = `/api/${path}${queryOf(parameters)}`;
  const known = answers.get(address);
  if (known !== undefined) return known;
  const answer = await request(address, { signal });
  answers.set(address, answer);
  if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value);
  return answer;
}

/** The answer to what is sent as JSON. Its arguments are those of {@link ask}. */
export async function send(path, body, signal = undefined) {
  const headers = { "Content-Type": "application/json" };
  return request(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Parameters as the end of an address, positions with `_` for a blank. */
export function queryOf(parameters) {
  const pairs = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encoded(String(value))}`);
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** The newest of several requests: an earlier one is given up, so that it never comes after a later one. */
export class Newest {
  #controller = null;

  /**
   * Ask; the answer is null if a later question has come in between.
   * @param {function(AbortSignal): Promise} question
   * @param {number} wait Milliseconds to wait first, for a later one.
   */
  async ask(question, wait = 0) {
    this.stop();
    const controller = (this.#controller = new AbortController());
    try {
      if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
      if (controller.signal.aborted) return null;
      const answer = await question(controller.signal);
      return controller.signal.aborted ? null : answer;
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    }
  }

  /** Give up what is asked now. */
  stop() {
    this.#controller?.abort();
  }
}

async function request(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble({ code: "offline", message: "" });
  }
  const answer = await response.json();
  if (answer.error) throw new Trouble(answer.error);
  return answer;
}

function encoded(text) {
  return encodeURIComponent(text.replaceAll(" ", "_")).replaceAll("%2F", "/").replaceAll("%2C", ",");
}
