// Tests of what the client sends and takes: actions, calls of workers, sequences.
import assert from "node:assert/strict";
import { client, end, pass, rejections, server, turns } from "./server.mjs";

export const tests = {
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

  async "of an action that the app refuses, it is known that it did not run"() {
    const mock = server({ refuses: line => line.includes("bad"), on(message) { return message.action?.open !== undefined; } });
    const scene = await client(mock).open("a");
    const open = scene.act({ open: {} });
    await turns();
    mock.fail("badAction", { ref: mock.of("act")[0].ref });
    const acts = [open, scene.act({ bad: {} }), scene.act({ text: "😀".slice(0, 1) }), scene.act({ text: "x".repeat(2 << 20) })];
    const wasSent = Promise.all(acts.map(act => act.then(() => "ran", error => error.wasSent)));
    await pass(10_000);
    assert.deepEqual(await wasSent, acts.map(() => false));
    scene.close();
    await pass(10_000);
    assert.equal(await scene.act({ ok: {} }).catch(error => error.wasSent), false);
  },

  async "an action whose number the app takes for another one fails, and did not run"() {
    const mock = server({ on: message => message.type === "act" });
    const act = (await client(mock).open("a")).act({ ok: {} });
    await turns();
    const { ref, n } = mock.of("act")[0];
    mock.fail("skippedNumber", { ref, at: "/n", expected: String(n + 98), got: String(n) });
    assert.deepEqual(await act.catch(error => [error.code, error.wasSent]), ["skippedNumber", false]);
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

  async "an answer that the server takes in no request ends its call, and the sequence that it belongs to"() {
    const closed = [];
    const large = "x".repeat(2_000);
    const own = { text: () => large, async *texts() { try { for (;;) yield large; } finally { closed.push("texts"); } } };
    const mock = server({ status: body => body?.length > 1_000 ? 413 : 204, welcome: { answers: 1 } });
    await client(mock, { workers: { own } }).open("a");
    for (const [index, method] of ["text", "texts"].entries()) mock.say({ type: "call", call: index + 1, worker: "own", method, arguments: null });
    await pass(1_000);
    assert.deepEqual([mock.of("reply").map(({ call, err }) => [call, err]), closed], [[[1, "tooLong"], [2, "tooLong"]], ["texts"]]);
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

  async "no action of a scene runs behind its close"() {
    const mock = server();
    const scene = await client(mock).open("a");
    scene.close();
    assert.equal(await end(scene.act({ ok: {} })), "closedScene");
    assert.deepEqual([mock.of("act").length, mock.of("close").length], [0, 1]);
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

  async "an action ends with an error if the state that is asked for again cannot be encoded"() {
    const mock = server({ on: message => message.type === "act" });
    const own = client(mock);
    const errors = [];
    own.onError(error => errors.push(error.code));
    const [scene, other] = [await own.open("a"), await own.open("b")];
    const acts = [scene, other, scene].map(scene => scene.act({ ok: {} }));
    await turns();
    for (const id of [1, 2]) mock.say({ type: "patch", scene: id, base: 7, rev: 8, ops: [] });
    const done = at => mock.say({ type: "done", ref: mock.of("act")[at].ref, end: "finished", rev: 8 });
    done(0);
    done(1);
    await turns();
    mock.fail("notEncodable", { scene: 1 });
    assert.deepEqual([await end(acts[0]), await end(acts[1]), errors], ["notEncodable", "pending", ["notEncodable"]]);
    // A later action cannot be shown, either. Of one that has not run to its end, nothing has to be shown.
    done(2);
    assert.equal(await end(acts[2]), "notEncodable");
    const dropped = scene.act({ ok: {} });
    await turns();
    mock.say({ type: "done", ref: mock.of("act")[3].ref, end: "dropped", reason: "first", rev: 8 });
    await turns();
    assert.deepEqual(await dropped, { end: "dropped", reason: "first", rev: 8 });
    mock.say({ type: "state", scene: 2, rev: 8, full: {} });
    assert.equal(await end(acts[1]), "finished");
    // The next state that can be encoded is asked for, and waited for.
    const last = scene.act({ ok: {} });
    await turns();
    mock.say({ type: "patch", scene: 1, base: 8, rev: 9, ops: [] });
    done(4);
    assert.equal(await end(last), "pending");
    assert.deepEqual(mock.of("sync").map(message => message.scene), [1, 2, 1]);
    mock.say({ type: "state", scene: 1, rev: 9, full: { a: 1 } });
    assert.deepEqual([await end(last), scene.state], ["finished", { a: 1 }]);
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
};
