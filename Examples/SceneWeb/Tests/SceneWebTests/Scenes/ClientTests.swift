import Foundation
import SceneWeb
import Testing

extension PageTests {
    /// The parts of the client, tested in a browser.
    @Suite("the client in JavaScript", .serialized) struct ClientTests {
        /// Checks that each script evaluates to `true`.
        private static func expect(_ scripts: [String]) async throws {
            try await PageTests.BrowserTests.withPage { page, _ in
                try await page.run(
                    """
                    Object.assign(globalThis, await import("/cis/client.js"), {
                      same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
                      refused: body => { try { body(); return false; } catch (error) { return error.code === "badPatch"; } },
                    }) && 1
                    """)
                for script in scripts {
                    let result = try await page.run("await (async () => { \(script) })()")
                    #expect(result == "true", "\(script)")
                }
            }
        }

        @Test func `a patch makes a new state, and shares with the old one what it does not touch`() async throws {
            try await Self.expect([
                """
                const old = { a: { b: [1, 2, 3] }, c: { d: 1 } };
                const now = applyPatch(old, [{ op: "replace", path: "/a/b/1", value: 9 }, { op: "add", path: "/a/b/-", value: 4 }]);
                return same(now, { a: { b: [1, 9, 3, 4] }, c: { d: 1 } }) && same(old, { a: { b: [1, 2, 3] }, c: { d: 1 } })
                  && now.c === old.c && now.a !== old.a;
                """,
                """
                const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
                const now = applyPatch(rows, [{ op: "move", from: "/0", path: "/2" }, { op: "remove", path: "/0" }, { op: "add", path: "/0", value: { id: 4 } }]);
                return same(now, [{ id: 4 }, { id: 3 }, { id: 1 }]) && now[2] === rows[0] && rows.length === 3;
                """,
                "return applyPatch({ a: 1 }, [{ op: 'replace', path: '', value: 7 }]) === 7;",
                "return same(applyPatch({ 'a/b~c': 1 }, [{ op: 'replace', path: '/a~1b~0c', value: 2 }]), { 'a/b~c': 2 });",
                "return same(applyPatch({}, [{ op: 'add', path: '/한글', value: '🥛' }]), { '한글': '🥛' });",
            ])
        }

        @Test func `a patch for a place that does not exist is refused, and changes nothing`() async throws {
            let paths = [
                "/x/y", "/list/3", "/list/-", "/list/01", "/list/1e0", "/list/length", "/constructor", "/__proto__/x",
            ]
            try await Self.expect(
                paths.map {
                    """
                    const state = { list: [1, 2, 3] };
                    const before = JSON.stringify(state);
                    return refused(() => applyPatch(state, [{ op: "remove", path: "\($0)" }])) && JSON.stringify(state) === before
                      && ({}).x === undefined;
                    """
                } + [
                    """
                    const now = applyPatch({}, [{ op: "add", path: "/__proto__", value: { evil: 1 } }]);
                    return now.evil === undefined && Object.keys(now).length === 1 && ({}).evil === undefined;
                    """,
                    "return refused(() => applyPatch({}, [{ op: 'test', path: '', value: {} }]));",
                ])
        }

        #if DEBUG  // Release builds send no checksums.
        @Test func `a state that is not what the app has is asked for again, and the end of the action waits for it`()
            async throws
        {
            try await Self.expect([
                """
                const seen = [];
                const end = todo.watch(state => seen.push(state.items?.length));
                // Changes the state as if a message had been lost.
                todo.state = { items: [{ id: 99, title: "wrong", isDone: false }], isAsking: false };
                const sent = [];
                const send = client.send;
                client.send = message => { sent.push(message.type); return send.call(client, message); };
                await todo.act({ add: { title: "right" } });
                client.send = send;
                end();
                return same(sent, ["sync"]) && same(todo.state.items.map(item => item.title), ["right"]) && seen.at(-1) === 1;
                """
            ])
        }

        #endif

        @Test func `an action that is refused leaves the order of those behind it as it was`() async throws {
            try await Self.expect([
                """
                const meter = await client.open("meter");
                const acts = [];
                for (let number = 1; number <= 200; number++) {
                  acts.push(meter.act({ count: { _0: number } }));
                  if (number % 3 === 0) acts.push(meter.act({ nothing: {} }));
                  if (number % 50 === 0) await new Promise(requestAnimationFrame);
                }
                const ends = await Promise.allSettled(acts);
                const bad = ends.filter(end => end.status === "rejected" && end.reason.code === "badAction");
                return same(meter.state, { count: 200, last: 200, outOfOrder: 0, text: "" }) && bad.length === 66 && ends.length === 266;
                """
            ])
        }

        // 61
        @Test func `a state that is longer than what may wait for a page arrives, and the page goes on`() async throws {
            let isFull = ProcessInfo.processInfo.environment["CIS_EFFORT"] == "full"
            let sizes = isFull ? [17_000_000, 40_000_000, 100_000_000] : [5_000_000]
            try await PageTests.BrowserTests.withPage { page, _ in
                try await page.run(
                    "client.open('meter').then(meter => Object.assign(globalThis, { meter, heard: [] })) && 1")
                try await page.wait(until: "globalThis.meter")
                try await page.run("client.onStatus(status => heard.push(status)) && 1")
                for (index, size) in sizes.enumerated() {
                    let ends = try await page.run(
                        """
                        [(await meter.act({ fill: { bytes: \(size) } })).end, meter.state.text.length,
                          (await meter.act({ count: { _0: \(index + 1) } })).end, meter.state.count]
                        """)
                    #expect(ends == "[\"finished\",\(size),\"finished\",\(index + 1)]")
                }
                #expect(try await page.run("heard") == "[\"connected\"]", "the connection lasts")
            }
        }

        @Test func `a list keeps the nodes of its items, whatever their order`() async throws {
            try await Self.expect([
                """
                const list = document.createElement("ul");
                let made = 0;
                const show = keys => showList(list, keys, key => key, key => (made++, document.createElement("li")), (node, key) => { node.textContent = key; });
                let seed = 7;
                const random = count => (seed = (seed * 1103515245 + 12345) % 2147483648) % count;
                const nodes = new Map();
                for (let round = 0; round < 300; round++) {
                  const keys = [...Array(12).keys()].filter(() => random(10) < 7).sort(() => random(3) - 1);
                  show(keys);
                  if (!same([...list.children].map(node => Number(node.textContent)), keys)) return false;
                  for (const [index, key] of keys.entries()) {
                    const node = list.children[index];
                    if (nodes.has(key) && nodes.get(key) !== node) return false;
                  }
                  nodes.clear();
                  for (const [index, key] of keys.entries()) nodes.set(key, list.children[index]);
                }
                return made > 0;
                """
            ])
        }

        /// Sends 1,000 actions per second: for 10 s if the tests are run in full, otherwise for 1 s.
        ///
        /// It measures frames until the last action is done, and the frames of the idle page before and after, because on
        /// a busy machine some of those are long.
        @Test func `a thousand actions a second arrive all and in order, while the page stays responsive`() async throws
        {
            let isFull = ProcessInfo.processInfo.environment["CIS_EFFORT"] == "full"
            let count = isFull ? 10_000 : 1_000
            try await PageTests.BrowserTests.withPage { page, _ in
                let text = try await page.run(
                    """
                    await (async () => {
                      const meter = await client.open("meter");
                      const shown = document.querySelector("#said");
                      let states = 0;
                      meter.watch(state => { states++; shown.textContent = state.count; });
                      const acts = [];
                      const idle = [], gaps = [];
                      const rest = async () => {
                        for (let last = await new Promise(requestAnimationFrame), count = 0; count < 100; count++) {
                          const now = await new Promise(requestAnimationFrame);
                          idle.push(now - last);
                          last = now;
                        }
                      };
                      await rest();
                      states = 0;
                      let done = 0, time = Infinity;
                      const start = await new Promise(requestAnimationFrame);
                      for (let last = start; done < \(count);) {
                        const now = await new Promise(requestAnimationFrame);
                        gaps.push(now - last);
                        last = now;
                        while (acts.length < Math.min(now - start, \(count))) {
                          const act = meter.act({ count: { _0: acts.length + 1 } });
                          const settled = () => { if (++done === \(count)) time = performance.now() - start; };
                          act.then(settled, settled);
                          acts.push(act);
                        }
                      }
                      const ends = (await Promise.allSettled(acts)).map(end => end.value?.end);
                      const shownStates = states;
                      await rest();
                      const sorted = [gaps, idle].map(all => all.sort((a, b) => a - b));
                      const at = (part, all = sorted[0]) => Math.round(all[Math.min(all.length - 1, Math.floor(all.length * part))] * 10) / 10;
                      const { count, last: final, outOfOrder } = meter.state;
                      return { count, final, outOfOrder, finished: ends.filter(end => end === "finished").length,
                        perSecond: Math.round(count * 1000 / time), states: shownStates, frames: gaps.length,
                        p50: at(0.5), p99: at(0.99), longest: at(1), idleP50: at(0.5, sorted[1]), idleP99: at(0.99, sorted[1]) };
                    })()
                    """)
                let figures = try JSONDecoder().decode([String: Double].self, from: Data(text.utf8))
                #expect(figures["count"] == Double(count))
                #expect(figures["final"] == Double(count))
                #expect(figures["finished"] == Double(count))
                #expect(figures["outOfOrder"] == 0)
                let states = figures["states"] ?? .infinity
                #expect(states <= (figures["frames"] ?? 0) + 1, "at most one state in a frame: \(text)")
                let median = figures["p50"] ?? .infinity
                #expect(
                    median <= max(34, 2 * (figures["idleP50"] ?? 0)), "half as many frames as an idle page: \(text)")
                if isFull {
                    let longest = max(50, 1.5 * (figures["idleP99"] ?? 0))
                    #expect(figures["p99"] ?? .infinity <= longest, "the page stays responsive: \(text)")
                    #expect(figures["perSecond"] ?? 0 >= 950, "the app keeps up with the page: \(text)")
                    print("A thousand actions a second in a page, frames in ms: \(text)")
                }
            }
        }
    }
}
