// Tests of the client with a server that answers like the app, but makes mistakes on request: node misuse.mjs CLIENT
// Prints the names of the failed tests, and the number of those that have passed.
import assert from "node:assert/strict";

const { connect } = await import(process.argv[2]);

// MARK: A clock that only a test moves

let now = 0;
const timers = new Set();
globalThis.setTimeout = (call, time = 0) => {
  const timer = { at: now + time, call };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = timer => { timers.delete(timer); };

/** Runs everything that does not wait for a time. */
async function turns() {
  for (let turn = 0; turn < 30; turn++) await new Promise(resume => setImmediate(resume));
}

async function pass(time) {
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

const rejections = [];
process.on("unhandledRejection", error => rejections.push(error.code ?? error.message));

/** Returns how a promise has ended, as soon as nothing more happens. */
async function end(promise) {
  let end = "pending";
  promise.then(value => { end = value?.end ?? "fulfilled"; }, error => { end = error.code ?? error.name; });
  await pass(10_000);
  return end;
}

// MARK: The server

/** A server. The settings make it differ from a correct app: `refuses(line)`, `status(body)`, `on(message)`, `hello(mock)`, `body`. */
function server(settings = {}) {
  const mock = {
    log: [], hellos: [], lastScene: 0, lastNumber: 0, connections: 0, isResumed: false, isLost: false, settings,
    say(message) { stream.enqueue(new TextEncoder().encode(`id: ${++event}\ndata: ${JSON.stringify(message)}\n\n`)); },
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
      options.body.split("\n").forEach(take);
      return answer(204, { "Messages-Taken": String(taken) });
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

const clients = [];
function client(mock, options = {}) {
  const made = connect("http://server", { fetch: mock.fetch, ...options });
  clients.push(made);
  return made;
}

// MARK: Tests

const tests = {
  async "an action that JSON has not is refused at once, and the next one runs"() {
    const mock = server({ refuses: line => /[^\\](\\\\)*\\ud[89a-f]/.test(line) });
    const scene = await client(mock).open("a");
    const cyclic = {};
    cyclic.self = cyclic;
    for (const action of [undefined, () => 1, 1n, cyclic, { add: { title: "😀".slice(0, 1) } }, { a: "\\😀".slice(0, 2) }]) {
      assert.equal(await end(scene.act(action)), "badAction");
    }
    assert.equal(await end(scene.act({ add: { title: "\\ud800 😀" } })), "finished");
  },

  async "an action that the app cannot read fails, and not those around it"() {
    const mock = server({ refuses: line => line.includes("bad") });
    const scene = await client(mock).open("a");
    const acts = ["bad", "ok", "bad", "bad", "ok", "ok"].map(name => scene.act({ [name]: {} }));
    const ends = await Promise.all(acts.map(end));
    assert.deepEqual(ends, ["badJSON", "finished", "badJSON", "badJSON", "finished", "finished"]);
    assert.equal(await end(scene.act({ bad: {} })), "badJSON");
    assert.equal(await end(scene.act({ ok: {} })), "finished");
  },

  async "an error without reference that is no action's is told, and the actions run"() {
    const mock = server({ on(message) { return message.action?.slow !== undefined; } });
    const own = client(mock);
    const errors = [];
    own.onError(error => errors.push(error.code));
    const scene = await own.open("a");
    const slow = scene.act({ slow: {} });
    await turns();
    mock.lastNumber = 1;
    mock.fail("badJSON");
    await turns();
    assert.deepEqual(errors, ["badJSON"]);
    mock.say({ type: "done", ref: mock.of("act")[0].ref, end: "finished", rev: 0 });
    assert.equal(await end(slow), "finished");
    assert.equal(await end(scene.act({ ok: {} })), "finished");
  },

  async "a worker's answer that JSON has not is an error for the app, and the client goes on"() {
    const mock = server();
    const cyclic = [];
    cyclic.push(cyclic);
    const answers = [1n, cyclic, () => 1, Symbol("a"), "😀".slice(0, 1)];
    const scene = await client(mock, { workers: { own: { answer: index => answers[index] } } }).open("a");
    answers.forEach((_, call) => mock.say({ type: "call", call, worker: "own", method: "answer", arguments: call }));
    await turns();
    assert.deepEqual(mock.of("reply").map(reply => typeof reply.err), answers.map(() => "string"));
    assert.equal(await end(scene.act({ ok: {} })), "finished");
  },

  async "an input that JSON has not is refused, and the client goes on"() {
    const own = client(server());
    for (const input of [1n, () => 1, "😀".slice(0, 1)]) assert.equal(await end(own.open("a", input)), "badInput");
    assert.equal(await end(own.open("a", "x".repeat(2 << 20))), "tooLong");
    assert.equal(await end(own.open("a")), "fulfilled");
  },

  async "what is too large for a request is refused, and the rest is sent"() {
    const mock = server({ status: body => body?.length > 1 << 20 ? 413 : 204 });
    const scene = await client(mock, { workers: { own: { large: () => "x".repeat(1 << 20) } } }).open("a");
    mock.say({ type: "call", call: 1, worker: "own", method: "large", arguments: {} });
    await turns();
    assert.match(mock.of("reply")[0]?.err ?? "", /^tooLong/);
    const acts = [200_000, 900_000, 600_000, 10].map(count => scene.act({ text: "a".repeat(count) }));
    assert.deepEqual(await Promise.all(acts.map(end)), acts.map(() => "finished"));
  },

  async "messages that the server takes in no request are left out, one by one"() {
    const mock = server({ status: body => body?.length > 1_000 ? 413 : 204 });
    const scene = await client(mock).open("a");
    const acts = [800, 800, 2_000, 10].map(count => scene.act({ text: "a".repeat(count) }));
    assert.deepEqual(await Promise.all(acts.map(end)), ["finished", "finished", "tooLong", "finished"]);
  },

  async "an action of a scene that could not be opened again does not run in another"() {
    let isRefused = false;
    const mock = server({
      on(message) {
        if (message.type !== "open" || message.scene !== "a" || !isRefused) return false;
        mock.fail("badInput", { ref: message.ref });
        return true;
      },
    });
    const own = client(mock);
    const [first, second] = [await own.open("a"), await own.open("b")];
    isRefused = true;
    let act;
    own.onRestart(() => { act = end(first.act({ deleteAll: {} })); });
    mock.cut();
    await pass(1_000);
    assert.equal(await act, "closedScene");
    assert.equal(second.id, 1);
    assert.deepEqual(mock.of("act"), []);
    assert.equal(await end(second.act({ ok: {} })), "finished");
  },

  async "a worker's method runs once, also if the app asks again"() {
    for (const isTaken of [false, true]) {
      let ran = 0;
      const call = { type: "call", call: 1, worker: "shop", method: "pay", arguments: {} };
      const mock = server({ hello() { if (mock.isResumed) mock.say(call); } });
      await client(mock, { workers: { shop: { pay() { ran++; return "paid"; } } } }).open("a");
      // The reply is lost on its way, or arrives and is not handled.
      mock.isUnreachable = !isTaken;
      mock.say(call);
      await turns();
      [mock.isUnreachable, mock.isResumed] = [false, true];
      mock.log.length = 0;
      mock.cut();
      await pass(10_000);
      assert.equal(ran, 1);
      assert.equal(mock.of("reply")[0]?.ok, "paid");
    }
  },

  async "everything fails when the app refuses the client"() {
    for (const mock of [server({ status: () => 403 }), server({ hello: mock => mock.fail("badVersion", { fatal: true }) })]) {
      const own = client(mock);
      assert.equal(await end(own.open("a")), "refused");
      assert.equal(own.status, "refused");
      assert.equal(await end(own.open("a")), "refused");
    }
    let isRefused = false;
    const mock = server({ status: () => isRefused ? 403 : 204, on: message => message.type === "act" });
    const scene = await client(mock).open("a");
    const act = scene.act({ ok: {} });
    await turns();
    isRefused = true;
    mock.cut();
    assert.equal(await end(act), "refused");
    assert.equal(await end(scene.act({ ok: {} })), "refused");
  },

  async "a page that is hidden before its next frame acknowledges"() {
    const page = { hidden: false, addEventListener() {}, removeEventListener() {} };
    Object.assign(globalThis, { document: page, addEventListener() {}, removeEventListener() {}, requestAnimationFrame() {} });
    try {
      const mock = server();
      await client(mock).open("a");
      mock.say({ type: "state", scene: 1, rev: 1, full: { n: 1 } });
      await turns();
      page.hidden = true;
      await pass(1_000);
      assert.deepEqual(mock.of("ack").map(ack => ack.rev), [1]);
    } finally {
      for (const one of clients.splice(0)) one.close();
      for (const name of ["document", "addEventListener", "removeEventListener", "requestAnimationFrame"]) delete globalThis[name];
    }
  },

  async "a connection that ends right behind its welcome is made again less and less often"() {
    const mock = server({ hello: () => queueMicrotask(() => mock.cut()) });
    client(mock);
    await pass(60_000);
    assert.ok(mock.connections < 30, `${mock.connections} connections in a minute`);
    const before = mock.connections;
    mock.settings.hello = undefined;
    // After a connection that lasts, the next one is made at once.
    await pass(20_000);
    mock.say({ type: "nothing" });
    mock.cut();
    await pass(110);
    assert.equal(mock.connections, before + 2);
  },

  async "no action of a scene runs behind its close"() {
    const mock = server();
    const scene = await client(mock).open("a");
    scene.close();
    assert.equal(await end(scene.act({ ok: {} })), "closedScene");
    assert.deepEqual([mock.of("act").length, mock.of("close").length], [0, 1]);
  },

  async "a repeated close is no error for the page"() {
    const mock = server();
    const own = client(mock);
    const errors = [];
    own.onError(error => errors.push(error.code));
    await own.open("a");
    mock.fail("closedScene", { at: "/scene" });
    await turns();
    assert.deepEqual(errors, []);
  },

  async "a scene whose state cannot be sent is asked for again, and holds up no other"() {
    const mock = server({ on: message => message.type === "act" });
    const own = client(mock);
    const [first, second] = [await own.open("a"), await own.open("b")];
    mock.say({ type: "patch", scene: 1, base: 7, rev: 8, ops: [] });
    await turns();
    const acts = [first.act({ ok: {} }), second.act({ ok: {} })];
    await turns();
    for (const { ref } of mock.of("act")) mock.say({ type: "done", ref, end: "finished", rev: 8 });
    assert.deepEqual([await end(acts[0]), await end(acts[1])], ["pending", "finished"]);
    mock.say({ type: "patch", scene: 1, base: 8, rev: 9, ops: [] });
    await turns();
    assert.equal(mock.of("sync").length, 2);
    mock.say({ type: "state", scene: 1, rev: 9, full: { n: 9 } });
    assert.equal(await end(acts[0]), "finished");
  },

  async "elements of a stream have numbers, and keep them when they are sent again"() {
    let go;
    const gate = new Promise(resolve => { go = resolve; });
    const values = async function* () { yield "a"; await gate; yield "b"; return "c"; };
    const mock = server();
    const scene = await client(mock, { workers: { own: { values } } }).open("a");
    mock.say({ type: "call", call: 1, worker: "own", method: "values", arguments: {} });
    await turns();
    // The reply arrives, but its confirmation is lost.
    mock.isResumed = true;
    mock.cut();
    await pass(10_000);
    mock.say({ type: "call", call: 1, worker: "own", method: "values", arguments: {} });
    go();
    await turns();
    const replies = mock.of("reply").map(({ n, ok, more }) => [n, ok, more]);
    assert.deepEqual(replies.slice(-2), [[2, "b", true], [3, "c", undefined]]);
    assert.ok(replies.slice(0, -2).every(reply => reply[0] === 1), JSON.stringify(replies));
    assert.equal(await end(scene.act({ ok: {} })), "finished");
  },

  async "a client says for which types it was made, and hears what the app has instead"() {
    const scenes = { schema: "old", types: { scenes: [], types: {} } };
    const differences = [{ grade: "impossible", at: "a action.b", text: "the case is gone" }];
    const mock = server({ welcome: { schema: "new" }, hello: mock => mock.fail("otherSchema", { differences }) });
    const own = client(mock, { scenes });
    const errors = [];
    own.onError(error => errors.push([error.code, error.differences]));
    await own.open("a");
    assert.deepEqual([mock.hellos[0].schema, mock.hellos[0].types], ["old", scenes.types]);
    assert.deepEqual(errors, [["otherSchema", differences]]);
    // The session continues with the app's types. The client sends its own types again, because the app may have them again.
    mock.settings.hello = undefined;
    mock.isResumed = true;
    mock.cut();
    await pass(10_000);
    assert.deepEqual([mock.hellos[1].schema, mock.hellos[1].types, mock.hellos[1].resume.session], ["old", scenes.types, "s1"]);
  },

  async "a client that was made for the types of the app sends them again, so that another app can compare them"() {
    const scenes = { schema: "x", types: { scenes: [], types: {} } };
    const mock = server();
    await client(mock, { scenes }).open("a");
    mock.cut();
    await pass(10_000);
    assert.deepEqual([mock.hellos[1].schema, mock.hellos[1].types], ["x", scenes.types]);
  },

  // 61
  async "a request that nothing answers is made again, the status says so, and the action ends"() {
    let isDead = false;
    const mock = server({ swallows: () => isDead });
    const own = client(mock);
    const scene = await own.open("a");
    mock.isResumed = true;
    isDead = true;
    const act = scene.act({ ok: {} });
    await pass(11_000);
    assert.equal(own.status, "waiting");
    isDead = false;
    assert.equal(await end(act), "finished");
    assert.equal(own.status, "connected");
  },

  // 61
  async "a stream whose answer never begins does not leave the page without a word"() {
    const mock = server({ swallows: () => true });
    const own = client(mock);
    await pass(11_000);
    assert.equal(own.status, "waiting");
    mock.settings.swallows = undefined;
    assert.equal(await end(own.open("a")), "fulfilled");
  },

  // 61
  async "the page learns with which status something else answers instead of the app"() {
    for (const status of [400, 401, 302, 404, 500, 502]) {
      let isOther = true;
      const mock = server({ status: () => isOther ? status : 204 });
      const own = client(mock);
      const heard = [];
      own.onStatus((status, http) => heard.push([status, http]));
      await pass(1_000);
      assert.deepEqual([own.status, own.http], ["waiting", status]);
      isOther = false;
      const opened = own.open("a");
      await pass(10_000);
      assert.deepEqual([own.status, own.http], ["connected", undefined]);
      const scene = await opened;
      // The stream lasts, and the requests with messages are answered by something else.
      isOther = true;
      scene.act({ ok: {} });
      await pass(1_000);
      assert.deepEqual([own.status, own.http], ["waiting", status]);
      assert.deepEqual(heard.filter(([, http]) => http === status).length, 2);
    }
  },

  // 61
  async "a proxy that refuses a message is not taken for an app that does not know the page"() {
    for (const status of [403, 409]) {
      const mock = server({ status: (body, url) => url.endsWith("/messages") && body.includes("<script>") ? status : 204 });
      mock.isResumed = true;
      const own = client(mock);
      const scene = await own.open("a");
      const act = end(scene.act({ add: { title: "<script>" } }));
      await act;
      assert.deepEqual([own.status, own.http, mock.connections], ["waiting", status, 2]);
    }
  },

  async "a text instead of the stream that is asked for again is no connection"() {
    let isOther = false;
    const mock = server();
    const text = () => new ReadableStream({ start(body) { body.enqueue(new TextEncoder().encode("Log in.\n")); body.close(); } });
    const other = async () => ({ ok: true, status: 200, headers: new Headers({ "Content-Type": "text/plain" }), body: text() });
    const own = client({ fetch: (...request) => isOther ? other() : mock.fetch(...request) });
    await own.open("a");
    isOther = true;
    const heard = [];
    own.onStatus((status, http) => heard.push([status, http]));
    mock.cut();
    await pass(10_000);
    assert.deepEqual(heard, [["connected", undefined], ["waiting", undefined], ["waiting", 200]]);
  },

  async "an answer that is not the app's keeps no connection"() {
    let cancelled = 0;
    const mock = server({ status: () => 200, body: { cancel: async () => { cancelled++; } } });
    const own = client(mock);
    await pass(1_000);
    assert.deepEqual([own.status, own.http], ["waiting", 200]);
    assert.ok(cancelled > 1);
  },

  async "everything that was acted is sent before the end, also behind a request under way"() {
    const bodies = [];
    const mock = server({ on: message => message.type === "act", swallows(url, { body }) { bodies.push(body ?? ""); return body?.includes("first"); } });
    const own = client(mock);
    const scene = await own.open("a");
    scene.act({ first: {} });
    await turns();
    for (const name of ["second", "third"]) scene.act({ [name]: {} });
    scene.close();
    own.close();
    await turns();
    const last = bodies[bodies.length - 1].split("\n").map(line => JSON.parse(line));
    assert.deepEqual(last.map(({ type, action }) => action ? Object.keys(action)[0] : type), ["first", "second", "third", "close", "bye"]);
  },

  // 61
  async "whatever a worker throws is an error for the app"() {
    const mock = server();
    await client(mock, { workers: { own: { fail() { throw Object.create(null); } } } }).open("a");
    mock.say({ type: "call", call: 1, worker: "own", method: "fail", arguments: {} });
    await turns();
    assert.deepEqual(mock.of("reply").map(reply => typeof reply.err), ["string"]);
  },

  // 61
  async "a sequence without pauses is sent as fast as the app has room for it"() {
    const mock = server({ welcome: { answers: 256 } });
    const values = async function* () { for (let n = 1; n <= 1_000; n++) yield n; };
    await client(mock, { workers: { own: { values } } }).open("a");
    mock.say({ type: "call", call: 1, worker: "own", method: "values", arguments: {} });
    await turns();
    assert.equal(mock.of("reply").length, 256);
    mock.say({ type: "room", call: 1, n: 300 });
    await turns();
    assert.equal(mock.of("reply").length, 300);
    mock.say({ type: "room", call: 1, n: 5_000 });
    await turns();
    assert.deepEqual(mock.of("reply").map(reply => reply.ok ?? reply.err), [...Array.from({ length: 1_000 }, (_, n) => n + 1), "The stream has ended."]);
  },

  // 61
  async "a sequence is closed if an element cannot be sent, and when its call has ended"() {
    const closed = [];
    async function* bad() { try { yield 1; yield 1n; } finally { closed.push("bad"); } }
    const stubborn = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return() { closed.push("stubborn"); throw new Error(); } }) };
    const mock = server();
    await client(mock, { workers: { own: { bad, stubborn: () => stubborn } } }).open("a");
    for (const [call, method] of [[1, "bad"], [2, "stubborn"]]) mock.say({ type: "call", call, worker: "own", method, arguments: null });
    await turns();
    mock.say({ type: "uncall", call: 2 });
    await turns();
    assert.deepEqual(closed, ["bad", "stubborn"]);
    assert.deepEqual(rejections, []);
  },

  async "the last element of a sequence waits for room, too"() {
    const mock = server({ welcome: { answers: 2 } });
    const values = async function* () { yield 1; yield 2; return 3; };
    await client(mock, { workers: { own: { values } } }).open("a");
    mock.say({ type: "call", call: 1, worker: "own", method: "values", arguments: {} });
    await turns();
    assert.deepEqual(mock.of("reply").map(reply => reply.ok), [1, 2]);
    mock.say({ type: "room", call: 1, n: 3 });
    await turns();
    assert.deepEqual(mock.of("reply").map(reply => reply.ok), [1, 2, 3]);
  },

  // 61
  async "a call is answered whatever its worker does, and however short the messages of the app are"() {
    const cyclic = {};
    cyclic.self = cyclic;
    const methods = {
      tooMuch: () => "x".repeat(2_000_000), wide: () => "한".repeat(400_000), cyclic: () => cyclic, half: () => "\udc80", big: () => 1n,
      long() { throw new Error("x".repeat(2_000_000)); }, wideError() { throw new Error("한\u0001\ud800🎈".repeat(4_000)); },
      noText() { throw Object.create(null); }, aborted() { throw new DOMException("aborted", "AbortError"); },
      rejects: () => Promise.reject(undefined), async *late() { yield 1; throw new Error("\udc80".repeat(5_000)); },
      async *wrong() { yield 1; yield "x".repeat(2_000_000); },
    };
    for (const message of [1 << 20, 400]) {
      const mock = server({ welcome: { limits: { message, depth: 64, inFlight: 256 } } });
      await client(mock, { workers: { own: methods } }).open("a");
      const names = Object.keys(methods);
      for (const [call, method] of names.entries()) mock.say({ type: "call", call, worker: "own", method, arguments: {} });
      await pass(1_000);
      const last = mock.of("reply").filter(reply => !reply.more);
      assert.deepEqual(last.map(({ call, err }) => [names[call], typeof err]).sort(), names.map(name => [name, "string"]).sort());
      assert.ok(mock.of("reply").every(reply => Buffer.byteLength(JSON.stringify(reply)) <= message));
    }
  },

  // 61
  async "a hidden page whose connection is not known any more begins another one in the same turn"() {
    const target = { addEventListener() {}, removeEventListener() {} };
    Object.assign(globalThis, { document: { hidden: true, ...target }, ...target });
    const usual = setTimeout;
    let own;
    try {
      const mock = server();
      own = client(mock);
      const scene = await own.open("a");
      // The browser lets its timers run once a minute, and the server has forgotten the page in the meantime.
      globalThis.setTimeout = (call, time) => usual(call, Math.max(60_000, time));
      for (let minute = 1; minute <= 3; minute++) {
        mock.isResumed = true;
        mock.cut();
        await pass(60_000);
        assert.equal(mock.connections, minute + 1);
      }
      globalThis.setTimeout = usual;
      assert.equal(await end(scene.act({ ok: {} })), "finished");
    } finally {
      globalThis.setTimeout = usual;
      own?.close();
      for (const name of ["document", "addEventListener", "removeEventListener"]) delete globalThis[name];
    }
  },

  // 61
  async "a session is kept over a reload, with its scenes and numbers, if the page asks for it"() {
    const store = new Map();
    const storage = { getItem: key => store.get(key) ?? null, setItem: (key, value) => store.set(key, value), removeItem: key => store.delete(key) };
    globalThis.sessionStorage = storage;
    try {
      const mock = server();
      const first = client(mock, { keep: true });
      const scene = await first.open("a");
      assert.equal(await end(scene.act({ ok: {} })), "finished");
      const { ref } = mock.of("open")[0];
      first.leave();
      await turns();
      assert.deepEqual([mock.of("bye").length, store.size], [0, 1]);
      mock.isResumed = true;
      mock.settings.hello = () => mock.say({ type: "opened", ref, scene: 1, name: "a", rev: 7, state: { n: 7 } });
      const second = client(mock, { keep: true });
      assert.equal(store.size, 0);
      const again = await second.open("a");
      assert.deepEqual([again.id, again.state, mock.of("open").length], [1, { n: 7 }, 1]);
      assert.equal(await end(again.act({ ok: {} })), "finished");
      assert.deepEqual(mock.of("act").map(act => act.n), [1, 2]);
      assert.deepEqual(mock.hellos[1].resume, { session: "s1", token: "t", seen: {} });
    } finally {
      delete globalThis.sessionStorage;
    }
  },

  // 61
  async "a page that is left sends what was acted, and no end of a session that does not end with its page"() {
    const bodies = [];
    const mock = server({ swallows(url, { body }) { bodies.push(body ?? ""); return body?.includes("first"); } });
    const own = client(mock, { endsWithPage: false });
    const scene = await own.open("a");
    for (const name of ["first", "second"]) {
      scene.act({ [name]: {} }).catch(() => {});
      await turns();
    }
    own.leave();
    await turns();
    const last = bodies[bodies.length - 1].split("\n").map(line => JSON.parse(line));
    assert.deepEqual([...last.map(({ type, action }) => action ? Object.keys(action)[0] : type), own.status], ["first", "second", "closed"]);
  },

  async "a client that has ended is kept by nothing of its page, and leaves no rejection unhandled"() {
    const [pages, windows] = [new Set(), new Set()];
    const target = set => ({ addEventListener: type => set.add(type), removeEventListener: type => set.delete(type) });
    Object.assign(globalThis, { document: { hidden: true, ...target(pages) }, ...target(windows) });
    try {
      const mock = server({ on: message => message.type === "act" });
      const stream = { async *[Symbol.asyncIterator]() { try { yield 1; await new Promise(() => {}); } finally { throw new Error("late"); } } };
      const own = client(mock, { workers: { own: { values: () => stream } } });
      const scene = await own.open("a");
      mock.say({ type: "call", call: 1, worker: "own", method: "values", arguments: {} });
      await turns();
      assert.ok(pages.size + windows.size > 0);
      scene.act({ ok: {} });
      await turns();
      own.close();
      await turns();
      assert.deepEqual([...pages, ...windows, ...rejections], []);
    } finally {
      for (const name of ["document", "addEventListener", "removeEventListener"]) delete globalThis[name];
    }
  },
};

let passed = 0;
for (const [name, test] of Object.entries(tests)) {
  rejections.length = 0;
  try {
    await test();
    await turns();
    assert.deepEqual(rejections, [], "rejections that nobody has handled");
    passed++;
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
  for (const one of clients.splice(0)) one.close();
}
console.log(`${passed} of ${Object.keys(tests).length} passed`);
process.exit(0);
