// Drives an app that listens on a Unix socket, with the client in JavaScript: node probe_host.mjs CLIENT_FOLDER PROGRAM [MEGABYTES…]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [clients, program, ...sizes] = process.argv.slice(2);
const { connectToSocket } = await import(pathToFileURL(join(clients, "socket.js")).href);
const folder = mkdtempSync(join(tmpdir(), "probe-"));
const path = join(folder, "probe.socket");

/** Starts the app, and waits until it listens. */
async function listen() {
  const app = spawn(program, ["--listen", path], { stdio: ["pipe", "pipe", "inherit"] });
  app.stdin.write("go\n");
  await new Promise(resolve => app.stdout.once("data", resolve));
  return app;
}

const half = "\udc80";
const methods = {
  fine: () => "yes \u2028 \u2029", nothing: () => undefined, wrongType: () => 7, tooMuch: () => "x".repeat(2_000_000), notFinite: () => NaN,
  big: () => 1n, half: () => half, fails() { throw new Error(half + "x".repeat(2_000_000)); },
  async *numbers() { for (let n = 1; n < 1_000; n++) yield n; return 1_000; },
  async *wrongElement() { yield 1; yield "two"; return 3; },
  async *lateError() { yield 1; throw Object.create(null); },
};

/** How a promise ends. The limit ends a test that would wait for ever. */
const end = (promise, time = 60_000) => Promise.race([
  promise.then(done => done.end ?? "fulfilled", error => error.code), new Promise(resolve => setTimeout(resolve, time, "hangs").unref())]);

const tests = {
  async "several clients at once"() {
    const all = [connectToSocket(path), connectToSocket(path), connectToSocket(path)];
    const scenes = await Promise.all(all.map(client => client.open("probe")));
    const ends = await Promise.all(scenes.flatMap(scene => Array.from({ length: 500 }, () => end(scene.act({ add: {} })))));
    assert.deepEqual([...new Set(ends), ...scenes.map(scene => scene.state.count)], ["finished", 500, 500, 500]);
    all.forEach(client => client.close());
  },

  async "workers that misbehave"() {
    const client = connectToSocket(path, { workers: { oracle: methods } });
    const probe = await client.open("probe");
    const answers = [];
    for (const method of ["fine", "nothing", "wrongType", "tooMuch", "notFinite", "big", "half", "fails", "fine"]) {
      assert.equal(await end(probe.act({ ask: { _0: method } })), "finished", method);
      answers.push(probe.state.answer);
    }
    const yes = "yes \u2028 \u2029";
    assert.deepEqual(answers, [yes, "badAnswer", "badAnswer", "refused", "badAnswer", "refused", "refused", "refused", yes]);
    for (const [method, answer] of [["numbers", "the end"], ["wrongElement", "badAnswer"], ["lateError", "refused"]]) {
      const before = probe.state.sum;
      assert.equal(await end(probe.act({ read: { _0: method } })), "finished", method);
      assert.equal(probe.state.answer, answer);
      if (method === "numbers") assert.equal(probe.state.sum - before, 500_500);
    }
    client.close();
  },

  async "long answers do not fill the memory"() {
    const client = connectToSocket(path, { workers: { oracle: { long: () => "x".repeat(1_000_000) } } });
    const probe = await client.open("probe");
    for (let times = 0; times < 40; times++) assert.equal(await end(probe.act({ ask: { _0: "long" } })), "finished");
    assert.equal(probe.state.answer.length, 1_000_000);
    const kept = client.link.sent.reduce((sum, text) => sum + text.length, 0);
    assert.ok(kept < 34e6, `${kept} characters are kept`);
    client.close();
  },

  async "long states"() {
    const client = connectToSocket(path);
    const probe = await client.open("probe");
    for (const size of sizes) {
      const [count, began] = [Number(size) * 1e6, performance.now()];
      assert.equal(await end(probe.act({ fill: { _0: count } }), 900_000), "finished");
      assert.equal(probe.state.text.length, count);
      assert.equal(await end(probe.act({ add: {} }), 900_000), "finished");
      console.error(`javascript: ${size} MB in ${((performance.now() - began) / 1_000).toFixed(2)} s`);
    }
    client.close();
  },

  async "connections that break lose nothing, and do nothing twice"() {
    const client = connectToSocket(path, { workers: { oracle: methods } });
    const probe = await client.open("probe");
    const { session } = client.session;
    const acts = [];
    for (let number = 1; number <= 300; number++) {
      acts.push(end(probe.act(number % 50 === 0 ? { read: { _0: "numbers" } } : { add: {} })));
      if (number % 10 === 0) await new Promise(resolve => setTimeout(resolve, number % 3));
      if (number % 30 === 0) client.link.socket?.destroy();
    }
    assert.deepEqual([...new Set(await Promise.all(acts))], ["finished"]);
    assert.deepEqual([probe.state.count, probe.state.sum, client.session.session], [294, 6 * 500_500, session]);
    client.close();
  },

  async "another program that listens there is tried again, and does not end the host"() {
    const texts = ["220 no JSON", "null", "7", "{}"];
    let calls = 0;
    const other = createServer(socket => socket.on("error", () => {}).write(`${texts[calls++ % texts.length]}\n`)).listen(`${path}-other`);
    const client = connectToSocket(`${path}-other`);
    while (calls <= texts.length) await new Promise(resolve => other.once("connection", resolve));
    client.close();
    other.close();
  },

  async "an app that is killed and started again"() {
    const client = connectToSocket(path);
    const probe = await client.open("probe");
    assert.equal(await end(probe.act({ add: {} })), "finished");
    let restarts = 0;
    client.onRestart(() => restarts++);
    app.kill("SIGKILL");
    await new Promise(resolve => client.onStatus(status => { if (status === "waiting") resolve(); }));
    const act = end(probe.act({ add: {} }));
    app = await listen();
    assert.equal(await act, "sessionLost");
    assert.equal(await end(probe.act({ add: {} })), "finished");
    assert.deepEqual([probe.state.count, restarts], [1, 1]);
    client.close();
  },
};

let app = await listen();
let passed = 0;
try {
  for (const [name, test] of Object.entries(tests)) {
    try { await test(); passed++; } catch (error) { console.log(`${name}: ${error.stack}`); }
  }
} finally {
  app.stdin.end();
  rmSync(folder, { recursive: true });
}
console.log(`javascript: ${passed} of ${Object.keys(tests).length} tests over a socket passed`);
process.exit(passed === Object.keys(tests).length ? 0 : 1);
