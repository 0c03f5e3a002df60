import Foundation
import SceneWeb
import Testing

/// Tests of a page in a browser. Only one browser runs at a time.
@Suite("pages", .serialized, .enabled(if: Browser.program != nil, "apt-get install chromium"))
enum PageTests {}

extension PageTests {
    @Suite("a scene in a browser", .serialized) struct BrowserTests {
        /// Runs a test with a server and a page that shows its scene.
        static func withPage(_ body: (Page, TodoServer) async throws -> Void) async throws {
            let browser = try Browser()
            let result: Result<Void, any Error>
            do {
                let server = try await TodoServer()
                do {
                    let page = try await browser.open(server.address)
                    try await page.wait(until: "document.body?.dataset.ready")
                    try await body(page, server)
                    result = .success(())
                } catch {
                    result = .failure(error)
                }
                await server.end()
            } catch {
                result = .failure(error)
            }
            await browser.close()
            try result.get()
        }

        static func add(_ title: String, to page: Page) async throws {
            try await page.click("#title")
            try await page.type(title)
            try await page.key("Enter")
            try await page.wait(
                until: "[...document.querySelectorAll('#items span')].some(s => s.textContent === '\(title)')")
        }

        private static let titles = "[...document.querySelectorAll('#items span')].map(s => s.textContent)"

        @Test func `what is typed and clicked changes the scene, and what it shows can be read by everybody`()
            async throws
        {
            try await Self.withPage { page, _ in
                try await Self.add("Milk 🥛", to: page)
                try await Self.add("한글", to: page)
                try await page.click("#items li:nth-child(1) input")
                try await page.wait(until: "document.querySelector('#items li').className === 'done'")
                try await page.screenshot("list")
                let tree = try await page.accessibilityTree()
                for node in [
                    "heading To do", "textbox New item", "button Add", "list Items", "checkbox Milk 🥛", "checkbox 한글",
                    "button Edit 한글", "button Remove done",
                ] {
                    #expect(tree.contains(node), "\(node) in \(tree)")
                }
            }
        }

        @Test func `a page is made for the types of its server, and an older one receives the differences`()
            async throws
        {
            try await Self.withPage { page, _ in
                let fresh = try await page.run("document.body.dataset.error ?? 'none'")
                #expect(fresh == "\"none\"", "stale: swift package bridge-clients, see the README")
                let differences = try await page.run(
                    """
                    await (async () => {
                      const { connect } = await import("/cis/client.js");
                      const { scenes } = await import("/scenes.js");
                      const text = JSON.stringify(scenes.types);
                      const old = { schema: "old", types: JSON.parse(text.replaceAll('"removeDone"', '"removeAll"')) };
                      const client = connect("/cis", { scenes: old });
                      const told = new Promise(resolve => client.onError(resolve));
                      const todo = await client.open("todo");
                      const { code, differences } = await told;
                      const done = await todo.act({ add: { title: "Milk" } });
                      client.close();
                      return [code, done.end, ...differences.map(one => `${one.grade}: ${one.at}`)].join("; ");
                    })()
                    """)
                #expect(
                    differences
                        == "\"otherSchema; finished; impossible: todo action.removeAll; fine: todo action.removeDone\"")
            }
        }

        @Test func `a row keeps its node, and the field its focus, while rows come and go`() async throws {
            try await Self.withPage { page, _ in
                try await Self.add("first", to: page)
                try await page.run("globalThis.row = document.querySelector('#items li')")
                try await page.run("document.querySelector('#items input').focus()")
                try await page.run("await todo.act({ add: { title: 'second' } })")
                #expect(try await page.run("row === document.querySelector('#items li')") == "true")
                #expect(
                    try await page.run("document.activeElement === document.querySelector('#items input')") == "true")
            }
        }

        @Test func `an action that asks the user lasts until there is an answer`() async throws {
            try await Self.withPage { page, _ in
                try await Self.add("old", to: page)
                try await Self.add("new", to: page)
                try await page.click("#items li:nth-child(1) input")
                try await page.wait(until: "!document.querySelector('#remove-done').disabled")
                try await page.click("#remove-done")
                try await page.wait(until: "document.querySelector('#question').open")
                try await page.screenshot("question")
                #expect(try await page.accessibilityTree().contains("dialog Remove 1 done?"))
                #expect(try await page.run("document.body.dataset.removing") == "\"yes\"")
                try await page.click("#question button[value=yes]")
                try await page.wait(until: "document.body.dataset.removing === 'finished'")
                #expect(try await page.run(Self.titles) == "[\"new\"]")
            }
        }

        @Test func `a child appears with the state that presents it, and goes with it`() async throws {
            try await Self.withPage { page, _ in
                try await Self.add("tpyo", to: page)
                try await page.click("#items button")
                try await page.wait(until: "document.querySelector('#editor').open")
                try await page.run("document.querySelector('#edited').select()")
                try await page.type("typo")
                try await page.screenshot("editor")
                try await page.click("#save")
                try await page.wait(until: "document.body.dataset.editing === 'no'")
                #expect(try await page.run(Self.titles) == "[\"typo\"]")
            }
        }

        @Test func `a server that was killed and started again loses nothing that was typed, and does nothing twice`()
            async throws
        {
            try await Self.withPage { page, server in
                try await Self.add("before", to: page)
                try await page.click("#items input")
                try await page.wait(until: "!document.querySelector('#remove-done').disabled")
                // The first action is sent and not answered. The second one is not sent.
                try await page.run("document.querySelector('#remove-done').click()")
                try await page.wait(until: "document.querySelector('#question').open")
                await server.kill()
                try await page.wait(until: "document.body.dataset.status === 'waiting'")
                try await page.run(
                    "document.querySelector('#question').close() ?? document.querySelector('#title').focus()")
                try await page.type("half a sentence")
                try await page.key("Enter")
                try await page.screenshot("waiting")
                let again = try await TodoServer(port: server.reserved, file: server.file)
                try await page.wait(until: "document.body.dataset.status === 'connected'")
                // The answer to this arrives after the answers to everything that was sent before.
                try await page.run("(await client.open('meter')).state")
                #expect(try await page.run("document.body.dataset.removing") == "\"sessionLost\"")
                #expect(try await page.run("document.querySelector('#question').open") == "false")
                #expect(try await page.run("document.querySelector('#title').value") == "\"half a sentence\"")
                #expect(try await page.run("document.querySelector('#said').textContent").contains("Add it again"))
                #expect(try await page.run(Self.titles) == "[\"before\"]")
                try await page.key("Enter")
                try await page.wait(until: "document.querySelector('#title').value === ''")
                #expect(try await page.run(Self.titles) == "[\"before\",\"half a sentence\"]")
                await again.kill()
            }
        }

        @Test func `a session that is kept goes on after a reload, and a copy of its tab does not get it`()
            async throws
        {
            try await Self.withPage { page, _ in
                let connect = """
                    await (async () => {
                      const { connect } = await import("/cis/client.js");
                      globalThis.kept = connect("/cis", { keep: true });
                      globalThis.meter = await kept.open("meter");
                      return (await meter.act({ count: { _0: meter.state.last + 1 } })).end;
                    })()
                    """
                #expect(try await page.run(connect) == "\"finished\"")
                let session = try await page.run("kept.session.session")
                for count in 2...3 {
                    try await page.reload()
                    #expect(try await page.run(connect) == "\"finished\"")
                    #expect(try await page.run("kept.session.session") == session)
                    #expect(try await page.run("[meter.state.count, meter.state.outOfOrder]") == "[\(count),0]")
                    // A tab that is duplicated gets a copy of the storage.
                    #expect(try await page.run("sessionStorage.length") == "0")
                }
            }
        }

        @Test func `connections that break at any time lose nothing and do nothing twice`() async throws {
            try await Self.withPage { page, _ in
                let result = try await page.run(
                    """
                    await (async () => {
                      const { connect } = await import("/cis/client.js");
                      let seed = 42;
                      const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
                      let cuts = 0;
                      // Either the request arrives and its answer is lost, or the request itself is lost.
                      const fetchBadly = async (url, options) => {
                        if (random() < 0.1) throw new Error("cut before");
                        const response = await fetch(url, options);
                        // At least one is lost, even if there are few requests because the machine is busy.
                        const isFirst = cuts === 0 && url.endsWith("/messages");
                        if (random() < 0.1 || isFirst) { cuts++; void response.body?.cancel(); throw new Error("cut behind"); }
                        return response;
                      };
                      const client = connect("/cis", { fetch: fetchBadly });
                      const meter = await client.open("meter");
                      const acts = [];
                      for (let number = 1; number <= 500; number++) {
                        acts.push(meter.act({ count: { _0: number } }));
                        if (number % 7 === 0) client.link.stream.abort();
                        // A new connection. The session is resumed by its token.
                        if (number % 50 === 0) { client.link.token = undefined; client.link.stream.abort(); }
                        if (number % 5 === 0) await Promise.race([acts[acts.length - 1], new Promise(requestAnimationFrame)]);
                      }
                      const ends = await Promise.all(acts);
                      client.close();
                      return { ...meter.state, ends: ends.filter(done => done.end === "finished").length, cuts: cuts > 0 };
                    })()
                    """)
                #expect(result == #"{"count":500,"last":500,"outOfOrder":0,"text":"","ends":500,"cuts":true}"#)
            }
        }

        @Test func `a page of another origin can neither send nor listen`() async throws {
            try await Self.withPage { page, server in
                let other = try WebServer(port: 0) { _ in .bytes(Data("<p>other".utf8), type: "text/html") }
                try await page.open("http://127.0.0.1:\(other.port)/")
                try await page.wait(until: "document.body?.textContent === 'other'")
                // The test bypasses the page's own content security policy, because it tests the server.
                try await page.call("Page.setBypassCSP", ["enabled": true])
                try await page.open("http://127.0.0.1:\(other.port)/again")
                try await page.wait(until: "location.pathname === '/again' && document.body?.textContent === 'other'")
                let address = "\(server.address)/cis/events"
                let result = try await page.run(
                    """
                    await (async () => {
                      const hello = JSON.stringify({ type: "hello", v: [1, 1] });
                      const failed = await fetch("\(address)", { method: "POST", body: hello }).then(() => "read", () => "failed");
                      const blind = await fetch("\(address)", { method: "POST", body: hello, mode: "no-cors" }).then(r => r.type);
                      const events = await new Promise(resolve => {
                        const source = new EventSource("\(address)");
                        source.onmessage = () => resolve("heard");
                        source.onerror = () => resolve("failed");
                      });
                      return [failed, blind, events];
                    })()
                    """)
                #expect(result == #"["failed","opaque","failed"]"#)
                await other.stop()
            }
        }
    }
}
