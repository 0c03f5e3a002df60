// A server that answers like the app, but makes mistakes on request; clients of it; and a clock that only a test moves.

const { connect } = await import(process.argv[2]);

// MARK: A clock that only a test moves

let now = 0;
export const timers = new Set();
globalThis.setTimeout = (call, time = 0) => {
  const timer = { at: now + time, call };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = timer => { timers.delete(timer); };

/** Runs everything that does not wait for a time. */
export async function turns() {
  for (let turn = 0; turn < 30; turn++) await new Promise(resume => setImmediate(resume));
}

export async function pass(time) {
  await turns();
  for (const end = now + time; ;) {
    const [next] = [...timers].filter(timer => timer.at <= end).sort((a, b) => a.at - b.at);
    if (!next) { now = end; return; }
    timers.delete(next);
    now = next.at;
    next.call();
    await turns();
  }
}

export const rejections = [];
process.on("unhandledRejection", error => rejections.push(error.code ?? error.message));

/** Returns how a promise has ended after a time in which a request can fail, and be made again after the longest pause. */
export async function end(promise) {
  let end = "pending";
  promise.then(value => { end = value?.end ?? "fulfilled"; }, error => { end = error.code ?? error.name; });
  await pass(16_000);
  return end;
}

// MARK: The server

/** A server. The settings make it differ from a correct app: `refuses(line)`, `status(body)`, `on(message)`, `hello(mock)`, `body`, `headers`. */
export function server(settings = {}) {
  const mock = {
    log: [], hellos: [], lastScene: 0, lastNumber: 0, connections: 0, isResumed: false, isLost: false, settings,
    write(text) { stream.enqueue(new TextEncoder().encode(text)); },
    say(message) { mock.write(`id: ${++event}\ndata: ${JSON.stringify(message)}\n\n`); },
    fail(code, more = {}) { mock.say({ type: "error", code, at: "", expected: "", got: "", fatal: false, ...more }); },
    cut() { stream.error(new Error("cut")); },
    of(type) { return mock.log.filter(message => message.type === type); },
  };
  let [stream, event, taken] = [undefined, 0, 0];
  const limits = { message: 1 << 20, depth: 64, inFlight: 256 };

  function take(line) {
    taken++;
    if (settings.refuses?.(line)) return mock.fail("badJSON");
    const message = JSON.parse(line);
    mock.log.push(message);
    if (settings.on?.(message)) return;
    const { ref } = message;
    if (message.type === "open") mock.say({ type: "opened", ref, scene: ++mock.lastScene, name: message.scene, rev: 0, state: {} });
    if (message.type === "close") mock.say({ type: "closed", scene: message.scene });
    if (message.type !== "act") return;
    const expected = mock.lastNumber + 1;
    if (message.n > expected) return mock.fail("skippedNumber", { ref, at: "/n", expected: String(expected), got: String(message.n) });
    mock.lastNumber = Math.max(mock.lastNumber, message.n);
    mock.say({ type: "done", ref, end: "finished", rev: 0 });
  }

  mock.fetch = async (url, options) => {
    if (mock.isUnreachable) throw new Error("unreachable");
    if (settings.swallows?.(url, options)) {
      // Nothing answers, and nothing tells that the connection is dead.
      return new Promise((_, reject) => options.signal?.addEventListener("abort", () => reject(new Error("aborted"))));
    }
    const status = settings.status?.(options.body, url) ?? 204;
    const answer = (status, headers = {}) => ({ ok: status < 300, status, headers: new Headers(headers), body: settings.body });
    if (status !== 204) return answer(status);
    if (url.endsWith("/messages")) {
      // Messages that are repeated are ignored.
      options.body.split("\n").slice(taken + 1 - Number(options.headers["Message-Number"])).forEach(take);
      return answer(204, { "Messages-Taken": String(taken), ...settings.headers });
    }
    if (options.headers["Page-Token"]) return answer(410);
    mock.connections++;
    mock.hellos.push(JSON.parse(options.body));
    [event, taken] = [0, 0];
    const body = new ReadableStream({ start(controller) { stream = controller; } });
    options.signal.addEventListener("abort", () => { try { mock.cut(); } catch { /* It is over. */ } });
    queueMicrotask(() => {
      const session = mock.isResumed ? "s1" : `s${mock.connections}`;
      const scenes = mock.isResumed ? { 1: 0 } : {};
      if (!mock.isResumed) [mock.lastScene, mock.lastNumber] = [0, 0];
      mock.say({ type: "welcome", v: 1, schema: "x", session, token: "t", resumed: mock.isResumed, scenes, limits, ...settings.welcome });
      settings.hello?.(mock);
    });
    return { ...answer(200, { "Page-Token": `p${mock.connections}`, "Content-Type": "text/event-stream" }), body };
  };
  return mock;
}

export const clients = [];
export function client(mock, options = {}) {
  const made = connect("http://server", { fetch: mock.fetch, ...options });
  clients.push(made);
  return made;
}

/** Calls a function with the storage that the pages of one tab share. */
export async function withStorage(body) {
  const store = new Map();
  globalThis.sessionStorage = {
    getItem: key => store.get(key) ?? null, setItem: (key, value) => store.set(key, value), removeItem: key => store.delete(key),
  };
  try { await body(store); } finally { delete globalThis.sessionStorage; }
}
