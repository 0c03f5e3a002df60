// Tests of what happens to the connection, and to the page.
import assert from "node:assert/strict";
import { client, clients, end, pass, rejections, server, turns, withStorage } from "./server.mjs";

export const tests = {
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

  async "a scene that was being closed is closed when its session is lost, also while it is being opened again"() {
    for (const isOpenedAgain of [false, true]) {
      const mock = server({ on: message => message.type === "close" || (message.type === "open" && mock.connections === 2) });
      const own = client(mock);
      const scene = await own.open("a");
      let closings = 0;
      scene.onClose(() => { closings++; });
      if (isOpenedAgain) {
        mock.cut();
        await pass(1_000);
        assert.equal(mock.of("open").length, 2);
      }
      scene.close();
      await turns();
      assert.deepEqual([scene.isClosed, closings], [false, 0]);
      mock.cut();
      await pass(1_000);
      assert.deepEqual([scene.isClosed, closings, mock.of("open").length], [true, 1, isOpenedAgain ? 2 : 1]);
    }
  },

  async "an opening is sent again after a break, also if another scene of the session cannot be encoded"() {
    const mock = server({ on: message => message.scene === "b" && mock.connections === 1 });
    const own = client(mock);
    await own.open("a");
    const opened = own.open("b");
    await turns();
    mock.isResumed = true;
    mock.settings.welcome = { scenes: { 1: 0, 2: 0 } };
    mock.settings.hello = () => mock.fail("notEncodable", { scene: 2 });
    mock.cut();
    assert.equal(await end(opened), "fulfilled");
    assert.equal(mock.of("open").length, 3);
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

  async "of an action it is known whether it may have run, when the app refuses the client"() {
    let isRefused = false;
    const mock = server({
      status: () => isRefused ? 403 : 204, on: message => message.type === "act",
      welcome: { limits: { message: 1 << 20, depth: 64, inFlight: 2 } },
    });
    const scene = await client(mock).open("a");
    const acts = [1, 2, 3].map(n => scene.act({ ok: { n } }).catch(error => [error.code, error.wasSent]));
    await turns();
    isRefused = true;
    mock.cut();
    await pass(10_000);
    assert.deepEqual(await Promise.all(acts), [["refused", true], ["refused", true], ["refused", false]]);
    assert.equal(await scene.act({ ok: {} }).catch(error => error.wasSent), false);
  },

  async "an action whose number the app has forgotten may have run, and later ones keep their numbers"() {
    const mock = server({ on: message => message.type === "act" });
    const scene = await client(mock).open("a");
    const [first, second] = [scene.act({ ok: {} }).catch(error => error), scene.act({ ok: {} })];
    await turns();
    mock.fail("forgottenNumber", { ref: mock.of("act")[0].ref });
    const { code, wasSent } = await first;
    assert.deepEqual([code, wasSent], ["forgottenNumber", true]);
    mock.say({ type: "done", ref: mock.of("act")[1].ref, end: "finished", rev: 0 });
    assert.deepEqual([await end(second), mock.of("act").map(act => act.n)], ["finished", [1, 2]]);
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

  async "outputs are acknowledged, although no state comes, because a server keeps them until then"() {
    const mock = server();
    await client(mock).open("a");
    for (let value = 1; value <= 3; value++) mock.say({ type: "output", scene: 1, value });
    await turns();
    assert.deepEqual(mock.of("ack").map(({ scene, rev }) => [scene, rev])[0], [1, 0]);
  },

  // A browser lets the timers of a hidden page run late.
  async "an acknowledgement that comes late does not replace that of a newer state"() {
    const page = { hidden: false, addEventListener() {}, removeEventListener() {} };
    Object.assign(globalThis, { document: page, addEventListener() {}, removeEventListener() {}, requestAnimationFrame() {} });
    try {
      let isSlow = false;
      const mock = server();
      const own = client({ async fetch(url, options) {
        if (isSlow && url.endsWith("/messages")) await new Promise(resolve => setTimeout(resolve, 2_000));
        return mock.fetch(url, options);
      } });
      const scene = await own.open("a");
      mock.say({ type: "output", scene: 1, value: 1 });
      await turns();
      [page.hidden, isSlow] = [true, true];
      scene.act({ ok: {} });
      await turns();
      mock.say({ type: "state", scene: 1, rev: 1, full: { n: 1 } });
      await pass(5_000);
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

  async "a time of day that is set forward while the server is away is not taken for a proxy that holds the stream back"() {
    const usual = Date.now;
    let [hours, polls] = [0, 0];
    Date.now = () => usual() + hours * 3_600_000;
    try {
      const mock = server();
      const own = client({
        fetch(url, options) {
          hours++;
          if (options.headers["Page-Wait"]) polls++;
          return mock.fetch(url, options);
        },
      });
      await own.open("a");
      mock.isUnreachable = true;
      mock.cut();
      await pass(10_000);
      assert.deepEqual([own.status, polls], ["waiting", 0]);
    } finally { Date.now = usual; }
  },

  // 61
  async "an idle page whose stream has died without a word makes another one, and one with signs of life does not"() {
    const mock = server();
    const own = client(mock);
    await own.open("a");
    mock.isResumed = true;
    for (let beat = 1; beat <= 8; beat++) {
      await pass(15_000);
      mock.say({ type: "nothing" });
    }
    await pass(34_000);
    assert.equal(mock.connections, 1);
    await pass(2_000);
    assert.deepEqual([mock.connections, own.status], [2, "connected"]);
  },

  // 61
  async "a stream that stays silent after a message, although the server has sent something in it, is made again"() {
    let isDead = false;
    const mock = server({ headers: { "Stream-Beat": "yes" }, on: message => message.type === "act" && isDead, hello() { isDead = false; } });
    const scene = await client(mock).open("a");
    mock.isResumed = true;
    assert.equal(await end(scene.act({ ok: {} })), "finished");
    assert.equal(mock.connections, 1);
    isDead = true;
    const act = scene.act({ ok: {} });
    await pass(4_900);
    assert.equal(mock.connections, 1);
    await pass(300);
    assert.equal(mock.connections, 2);
    assert.equal(await end(act), "finished");
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

  async "a page that is not known any more makes a new connection, also with its first message"() {
    for (const status of [403, 409]) {
      let isForgotten = false;
      const mock = server({ status: (_, url) => url.endsWith("/messages") && isForgotten ? status : 204, hello() { isForgotten = false; } });
      mock.isResumed = true;
      const own = client(mock);
      const scene = await own.open("a");
      // The last connection has taken no message.
      mock.cut();
      await pass(1_000);
      assert.equal(mock.connections, 2);
      const heard = [];
      own.onStatus((status, http) => heard.push([status, http]));
      isForgotten = true;
      const act = scene.act({ ok: {} });
      await pass(1_000);
      assert.deepEqual([mock.connections, heard.filter(([, http]) => http)], [3, []]);
      assert.equal(await end(act), "finished");
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

  async "an event that arrives damaged is asked for again, because an action may wait for it"() {
    const mock = server();
    const asked = [];
    const own = client({
      fetch(url, options) {
        if (url.endsWith("/events")) asked.push(options.headers["Last-Event-ID"]);
        return mock.fetch(url, options);
      },
    });
    await own.open("a");
    mock.write('id: 3\ndata: {"type":"done","re\n\n');
    await pass(1_000);
    assert.equal(asked[1], "2");
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
  async "what was acted before the end is sent again after a failure, and nothing without end"() {
    for (const fails of [() => { throw new TypeError("keepalive"); }, () => ({ status: 502, headers: new Headers() }), () => ({ status: 204, headers: new Headers() })]) {
      for (const count of [1, Infinity]) {
        const mock = server({ on: message => message.type === "act" });
        let [isEnding, posts] = [false, 0];
        const own = client({
          async fetch(url, options) {
            if (!isEnding || !url.endsWith("/messages") || ++posts > Math.min(count, 9)) return mock.fetch(url, options);
            return fails();
          },
        });
        const scene = await own.open("a");
        isEnding = true;
        scene.act({ save: {} });
        own.close();
        await turns();
        assert.deepEqual([mock.of("act").length, mock.of("bye").length, posts], count === 1 ? [1, 1, 2] : [0, 0, 2]);
      }
    }
  },

  // 61
  async "a page that is hidden gives its stream up within two seconds, and has one again when it is shown"() {
    const heard = new Map();
    const target = { addEventListener: (type, listener) => heard.set(type, listener), removeEventListener() {} };
    const page = { hidden: false, ...target };
    Object.assign(globalThis, { document: page, ...target });
    let own;
    try {
      const mock = server();
      own = client(mock);
      await own.open("a");
      assert.notEqual(own.link.release, undefined);
      page.hidden = true;
      heard.get("visibilitychange")();
      await pass(2_000);
      assert.equal(own.link.release, undefined);
      page.hidden = false;
      heard.get("visibilitychange")();
      // The answer to a page that fetches its events ends.
      mock.cut();
      await pass(1_000);
      assert.notEqual(own.link.release, undefined);
    } finally {
      own?.close();
      for (const name of ["document", "addEventListener", "removeEventListener"]) delete globalThis[name];
    }
  },

  // 61
  async "a page that a browser keeps for going back sends what waits behind a request, whose answer may come later"() {
    const heard = new Map();
    const target = { addEventListener: (type, listener) => heard.set(type, listener), removeEventListener() {} };
    Object.assign(globalThis, { document: { hidden: false, ...target }, ...target });
    let own;
    try {
      const [mock, posts] = [server({ on: message => message.type === "act" }), []];
      let [isSlow, answer] = [false, undefined];
      own = client({
        async fetch(url, options) {
          const response = await mock.fetch(url, options);
          if (!isSlow || !url.endsWith("/messages")) return response;
          posts.push(options);
          if (posts.length === 1) await new Promise(resolve => { answer = resolve; });
          return response;
        },
      });
      const scene = await own.open("a");
      isSlow = true;
      for (const name of ["first", "second", "third"]) {
        scene.act({ [name]: {} });
        await turns();
      }
      const names = () => mock.of("act").map(act => Object.keys(act.action)[0]);
      assert.deepEqual([names(), posts.length], [["first"], 1]);
      heard.get("pagehide")({ persisted: true });
      await turns();
      assert.deepEqual([names(), posts.map(post => post.keepalive)], [["first", "second", "third"], [false, true]]);
      answer();
      await turns();
      scene.act({ fourth: {} });
      await turns();
      assert.deepEqual([names(), posts.map(post => post.headers["Message-Number"])], [["first", "second", "third", "fourth"], ["2", "2", "5"]]);
    } finally {
      own?.close();
      for (const name of ["document", "addEventListener", "removeEventListener"]) delete globalThis[name];
    }
  },

  // 61
  async "a page that a browser keeps for going back sends again what a proxy has not passed on, and tells when it arrives"() {
    const heard = new Map();
    const target = { addEventListener: (type, listener) => heard.set(type, listener), removeEventListener() {} };
    Object.assign(globalThis, { document: { hidden: false, ...target }, ...target });
    let own;
    try {
      const posts = [];
      let [isOther, isFrozen] = [false, false];
      const mock = server({
        on(message) {
          if (message.type !== "act" || !isFrozen) return false;
          mock.lastNumber = message.n;
          return true;
        },
        status: (_, url) => url.endsWith("/messages") && isOther ? 502 : 204,
        swallows(url, options) { if (url.endsWith("/messages")) posts.push(options); },
      });
      own = client(mock);
      const scene = await own.open("a");
      isOther = true;
      const act = scene.act({ first: {} });
      await turns();
      assert.deepEqual([mock.of("act").length, own.status, own.http], [0, "waiting", 502]);
      [isOther, isFrozen] = [false, true];
      posts.length = 0;
      // Nothing waits behind the request, which has failed and is not made again before its pause has ended.
      heard.get("pagehide")({ persisted: true });
      heard.get("freeze")();
      await turns();
      assert.deepEqual([mock.of("act").length, own.status, posts.map(post => post.keepalive)], [1, "connected", [true]]);
      [mock.isResumed, isFrozen] = [true, false];
      heard.get("pageshow")();
      assert.equal(await end(act), "finished");
      assert.deepEqual(mock.of("act").map(act => act.n), [1, 1]);
    } finally {
      own?.close();
      for (const name of ["document", "addEventListener", "removeEventListener"]) delete globalThis[name];
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
    await withStorage(async store => {
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
    });
  },

  // 61
  async "what the network has held up before a reload is done after it, once, if the page keeps its session"() {
    await withStorage(async () => {
      for (const isTaken of [false, true]) {
        const mock = server();
        const first = client(mock, { keep: true });
        const scene = await first.open("a");
        assert.equal(await end(scene.act({ first: {} })), "finished");
        if (isTaken) mock.settings.on = message => message.type === "act" && ++mock.lastNumber > 0;
        else mock.isUnreachable = true;
        scene.act({ second: {} }).catch(() => {});
        await turns();
        scene.act({ third: {} }).catch(() => {});
        first.leave();
        await pass(1_000);
        [mock.isUnreachable, mock.isResumed, mock.settings.on] = [false, true, undefined];
        mock.settings.hello = () => mock.say({ type: "opened", ref: mock.of("open")[0].ref, scene: 1, name: "a", rev: 7, state: {} });
        const again = await client(mock, { keep: true }).open("a");
        assert.equal(await end(again.act({ fourth: {} })), "finished");
        const acts = mock.of("act").map(act => `${act.n} ${Object.keys(act.action)[0]}`);
        assert.deepEqual([...new Set(acts)], ["1 first", "2 second", "3 third", "4 fourth"]);
        assert.equal(acts.length, isTaken ? 6 : 4);
      }
    });
  },

  // 61
  async "an action that the app refuses after a reload does not stop those behind it"() {
    await withStorage(async () => {
      const mock = server({ on: message => message.type === "act" });
      const first = client(mock, { keep: true });
      const scene = await first.open("a");
      for (const name of ["refused", "second"]) scene.act({ [name]: {} }).catch(() => {});
      await turns();
      first.leave();
      await turns();
      mock.isResumed = true;
      mock.settings.on = message => {
        if (message.action?.refused === undefined) return false;
        mock.fail("badAction", { ref: message.ref });
        return true;
      };
      mock.settings.hello = () => mock.say({ type: "opened", ref: mock.of("open")[0].ref, scene: 1, name: "a", rev: 7, state: {} });
      const before = mock.log.length;
      const again = await client(mock, { keep: true }).open("a");
      assert.equal(await end(again.act({ third: {} })), "finished");
      const acts = mock.log.slice(before).filter(({ type, n }) => type === "act" && n <= mock.lastNumber);
      assert.deepEqual([...new Set(acts.map(act => `${act.n} ${Object.keys(act.action)[0]}`))].slice(-2), ["1 second", "2 third"]);
    });
  },

  // 61
  async "a page that was reloaded hears that its session is lost only if an action is lost with it"() {
    await withStorage(async () => {
      for (const acts of [0, 1]) {
        const mock = server();
        const first = client(mock, { keep: true });
        const scene = await first.open("a");
        assert.equal(await end(scene.act({ ok: {} })), "finished");
        mock.isUnreachable = true;
        if (acts > 0) scene.act({ lost: {} }).catch(() => {});
        first.leave();
        await turns();
        mock.isUnreachable = false;
        const second = client(mock, { keep: true });
        let restarts = 0;
        second.onRestart(() => { restarts++; });
        assert.equal(await end(second.open("a")), "fulfilled");
        assert.deepEqual([restarts, mock.of("act").length], [acts, 1]);
      }
    });
  },

  // 61
  async "a sequence that a reload has cut ends, also if nothing could be sent when the page was left"() {
    await withStorage(async () => {
      let ran = 0;
      const workers = { own: { async *values() { ran++; yield 1; await new Promise(() => {}); } } };
      const call = { type: "call", call: 1, worker: "own", method: "values", arguments: null };
      const mock = server();
      const first = client(mock, { keep: true, workers });
      await first.open("a");
      mock.say(call);
      await turns();
      mock.isUnreachable = true;
      first.leave();
      await turns();
      [mock.isUnreachable, mock.isResumed] = [false, true];
      mock.settings.hello = () => mock.say(call);
      client(mock, { keep: true, workers });
      await pass(1_000);
      assert.deepEqual([mock.of("reply").map(reply => reply.ok ?? reply.err), ran], [[1, "The page was reloaded."], 1]);
    });
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

  // Chromium takes headers whose connection was cut for complete ones. 61
  async "a number of messages that was cut on its way is not believed, and nothing is lost"() {
    const mock = server();
    const scene = await client(mock).open("a");
    for (let count = 1; count <= 9; count++) assert.equal(await end(scene.act({ ok: {} })), "finished");
    const cuts = ["", "1"];
    Object.defineProperty(mock.settings, "headers", { get: () => cuts.length > 0 ? { "Messages-Taken": cuts.shift() } : {} });
    for (let count = 10; count <= 12; count++) assert.equal(await end(scene.act({ ok: {} })), "finished", `${count}`);
    assert.deepEqual(mock.of("act").map(act => act.n), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
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
