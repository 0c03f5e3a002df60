import Foundation
import SceneWeb
import Testing

extension PageTests {
    /// What is between a page and its server. 61
    @Suite("a page behind proxies", .serialized) struct ProxyTests {
        private static var isFull: Bool { ProcessInfo.processInfo.environment["CIS_EFFORT"] == "full" }

        /// Runs a test with a page behind a proxy. In the page, `own` is a client, `meter` its scene, `count()` acts and waits for the
        /// end, and `heard` has what the client has said about its status.
        private static func withProxy(
            options: String = "", arguments: [String] = [], _ body: (Page, Proxy, TodoServer) async throws -> Void
        ) async throws {
            let browser = try Browser()
            let server = try await TodoServer(arguments: arguments)
            let proxy = try Proxy(to: server.port)
            let result: Result<Void, any Error>
            do {
                let page = try await browser.open("http://127.0.0.1:\(proxy.port)/page.css")
                try await page.run(
                    """
                    await (async () => {
                      const { connect } = await import("/cis/client.js");
                      const heard = [];
                      const own = connect("/cis", { patience: 600, \(options) });
                      own.onStatus((status, http) => heard.push(http ? `${status} ${http}` : status));
                      const meter = await own.open("meter");
                      let last = 0;
                      const end = (promise, time = 30_000) => Promise.race([
                        promise.then(done => done.end, error => error.code), new Promise(resolve => setTimeout(resolve, time, "hangs"))]);
                      const count = time => end(meter.act({ count: { _0: ++last } }), time);
                      Object.assign(globalThis, { own, meter, end, count, heard, connect });
                    })()
                    """)
                try await body(page, proxy, server)
                // Whatever has happened, each action has run once, and in order.
                let rest = try await page.run(
                    "(await count(), [meter.state.outOfOrder, meter.state.last - meter.state.count])")
                #expect(rest == "[0,0]", "actions out of order, and actions that are missing")
                result = .success(())
            } catch {
                result = .failure(error)
            }
            proxy.close()
            await server.end()
            await browser.close()
            try result.get()
        }

        @Test func `behind a proxy that buffers, events are fetched`() async throws {
            try await Self.withProxy { page, proxy, _ in
                proxy.set(.buffers)
                for _ in 1...3 { #expect(try await page.run("await count()") == "\"finished\"") }
                // A page that is opened behind this proxy never has a stream.
                let end = try await page.run(
                    """
                    await (async () => {
                      const other = connect("/cis", { patience: 600 });
                      const ends = [];
                      const late = new Promise(resolve => setTimeout(resolve, 30_000));
                      const scene = await Promise.race([other.open("todo"), late]);
                      if (!scene) return ["hangs", other.status];
                      for (let n = 0; n < 3; n++) ends.push(await end(scene.act({ add: { title: `${n}` } })));
                      other.close();
                      return [...ends, other.status];
                    })()
                    """)
                #expect(end == #"["finished","finished","finished","closed"]"#)
                #expect(try await page.run("own.status") == "\"connected\"")
            }
        }

        @Test func `a proxy that swallows what it has accepted costs moments, and the page is told`() async throws {
            try await Self.withProxy { page, proxy, _ in
                for round in 1...3 {
                    try await page.run("heard.length = 0")
                    // An action is on its way, and others wait behind it.
                    proxy.swallow()
                    let ends = try await page.run(
                        "await Promise.all([count(), count(), new Promise(done => setTimeout(done, 50)).then(count)])")
                    #expect(ends == #"["finished","finished","finished"]"#, "\(round)")
                    #expect(try await page.run("[heard.includes('waiting'), own.status]") == #"[true,"connected"]"#)
                }
            }
        }

        @Test(arguments: [
            ("401", "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\n"),
            ("302", "HTTP/1.1 302 Found\r\nLocation: https://login.example/\r\n"),
            ("502", "HTTP/1.1 502 Bad Gateway\r\n"), ("200", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"),
        ])
        func `a proxy that wants a login reaches the page as a status, and nothing is lost until the login`(
            status: String, head: String
        ) async throws {
            try await Self.withProxy { page, proxy, _ in
                proxy.set(.answers("\(head)Content-Length: 5\r\nConnection: close\r\n\r\nlogin"))
                try await page.run("globalThis.ends = Promise.all([count(), count()]), 1")
                try await page.wait(until: "own.status === 'waiting' && own.http === \(status)")
                // A page that is loaded again gets the login page; this one goes on after the login.
                proxy.set(.forwards)
                #expect(try await page.run("await ends") == #"["finished","finished"]"#)
                try await page.wait(until: "own.status === 'connected' && own.http === undefined")
                #expect(try await page.run("heard.includes('waiting \(status)')") == "true")
            }
        }

        /// Waits until the server does not know a page any more.
        private static func forgetting(_ token: String, _ server: TodoServer) async {
            // A message that was accepted before is ignored. Each request also makes the server write to the page's stream, and so notice
            // that nobody reads it.
            let headers = ["Page-Token: \(token)", "Message-Number: 1"]
            while await RawClient.ask(server.port, "POST", "/cis/messages", headers: headers).contains(" 204 ") {}
        }

        /// Requests and responses have about 600 bytes. All positions are tried at full effort.
        @Test(arguments: ["/cis/messages", "/cis/events"], [true, false])
        func `a proxy that cuts at any position loses nothing and repeats nothing`(path: String, isInResponse: Bool)
            async throws
        {
            try await Self.withProxy { page, proxy, _ in
                for position in stride(from: 0, to: 900, by: Self.isFull ? 1 : 41) {
                    proxy.cutNext(Proxy.Cut(path: path, position: position, isInResponse: isInResponse))
                    // A stream is made again, which continues or begins a connection.
                    let renew =
                        path == "/cis/messages"
                        ? "0" : "\(position % 2) && (own.link.token = undefined), own.link.stream.abort()"
                    let end = try await page.run("(own.link.failures = 0, \(renew), await count())")
                    #expect(end == "\"finished\"", "\(position)")
                    #expect(!proxy.isCutAwaited, "\(position)")
                }
            }
        }

        /// The page stands still until the server does not know it any more: for a tenth of a second, and at full effort for a minute.
        @Test(arguments: ["frozen by the browser", "stopped by a debugger", "without a network"])
        func `a page that stood still for a minute goes on with its session`(how: String) async throws {
            try await Self.withProxy(arguments: [Self.isFull ? "60" : "0.1"]) { page, proxy, server in
                let session = try await page.run("own.session.session")
                #expect(try await page.run("await count()") == "\"finished\"")
                // An action is under way when the page stops. It may take longer than the page stands still.
                try await page.run("globalThis.late = count(180_000), 1")
                let token = try JSONDecoder().decode(String.self, from: Data(try await page.run("own.link.token").utf8))
                switch how {
                case "frozen by the browser":
                    try await page.call("Page.setWebLifecycleState", ["state": "frozen"])
                    proxy.cutAll()
                    await Self.forgetting(token, server)
                    try await page.call("Page.setWebLifecycleState", ["state": "active"])
                    // Somebody looks at the page again.
                    try await page.call("Page.bringToFront")
                case "stopped by a debugger":
                    try await page.call("Debugger.enable")
                    try await page.call("Debugger.pause")
                    proxy.cutAll()
                    await Self.forgetting(token, server)
                    try await page.call("Debugger.disable")
                default:
                    // As after a sleep of the machine: nothing comes through, and the page is not told.
                    proxy.loseNetwork()
                    await Self.forgetting(token, server)
                    proxy.findNetwork()
                }
                #expect(try await page.run("await late") == "\"finished\"")
                #expect(try await page.run("await count()") == "\"finished\"")
                #expect(try await page.run("own.session.session") == session)
                try await page.wait(until: "own.status === 'connected'")
            }
        }

        @Test func `a server that is killed while the user types adds each text once, or says that it has not`()
            async throws
        {
            let kills = Self.isFull ? 50 : 10
            try await BrowserTests.withPage { page, first in
                // As a careful user does: what was not added is added again.
                try await page.run(
                    """
                    (() => {
                      globalThis.typed = 0;
                      globalThis.goal = 0;
                      globalThis.surprises = [];
                      globalThis.typing = (async () => {
                        for (; typed < \(kills * 5); ) {
                          const title = `${typed}`;
                          const has = () => todo.state.items.some(item => item.title === title);
                          while (!has()) {
                            const error = await todo.act({ add: { title } }).then(() => undefined, error => error);
                            if (error && error.code !== "sessionLost") surprises.push(error.code);
                            // Another server has another session: it shows what it knows.
                            if (error) await client.open("todo").then(scene => scene.close());
                          }
                          typed++;
                          while (typed >= goal) await new Promise(resolve => setTimeout(resolve, 5));
                        }
                      })();
                      return 1;
                    })()
                    """)
                var server = first
                for kill in 1...kills {
                    try await page.run("globalThis.goal = \(kill * 5)")
                    // At another moment each time, while texts are on their way.
                    try await page.wait(until: "typed >= \((kill - 1) * 5 + kill % 4)")
                    await server.kill()
                    server = try await TodoServer(port: first.reserved, file: first.file)
                    try await page.run("client.link.failures = 0")
                }
                try await page.run("globalThis.goal = Infinity")
                try await page.wait(until: "typed === \(kills * 5)")
                let titles = try await page.run("todo.state.items.map(item => item.title).join()")
                #expect(titles == "\"\((0..<kills * 5).map { "\($0)" }.joined(separator: ","))\"")
                #expect(try await page.run("surprises") == "[]")
                await server.kill()
            }
        }
    }
}
