import Foundation
import Testing

extension PageTests {
    // 61
    @Suite("many pages of one browser", .serialized) struct WindowTests {
        /// Executes an action, and returns how it has ended. The limit ends a test that would wait for ever.
        private static func add(_ title: String, in page: Page) async throws -> String {
            try await page.run(
                """
                await (async () => {
                  while (!globalThis.todo) await new Promise(resolve => setTimeout(resolve, 10));
                  const late = new Promise(resolve => setTimeout(resolve, 20_000, { end: "hangs" }));
                  return (await Promise.race([todo.act({ add: { title: "\(title)" } }), late])).end;
                })()
                """)
        }

        /// Returns whether a page is hidden and whether it has a stream. Waits until one of both holds, for at most 20 seconds.
        private static func hiddenAndStream(_ page: Page) async throws -> String {
            try await page.run(
                """
                await (async () => {
                  const now = () => [document.hidden, client.link.release !== undefined];
                  for (const end = Date.now() + 20_000; now()[0] === now()[1] && Date.now() < end;) {
                    await new Promise(resolve => setTimeout(resolve, 50));
                  }
                  return now();
                })()
                """)
        }

        /// A browser has six connections to a server. Exactly six windows are tried at full effort.
        private static let counts =
            [(12, false), (8, true)]
            + (ProcessInfo.processInfo.environment["CIS_EFFORT"] == "full" ? [(6, true)] : [])

        @Test(arguments: counts)
        func `each of many tabs and windows shows its scene and acts`(count: Int, areWindows: Bool) async throws {
            try await BrowserTests.withPage { page, server in
                var pages = [page]
                while pages.count < count {
                    pages.append(
                        try await page.browser.open(server.address, beside: page, isWindow: areWindows))
                    #expect(try await Self.add("first \(pages.count)", in: pages[pages.count - 1]) == "\"finished\"")
                }
                var longest = Duration.zero
                for (number, page) in pages.enumerated() {
                    let start = ContinuousClock.now
                    let end = try await Self.add("again \(number)", in: page)
                    longest = max(longest, ContinuousClock.now - start)
                    let hidden = try await page.run("[document.hidden, client.link.release !== undefined]")
                    #expect(end == "\"finished\"", "\(number): hidden, has a stream: \(hidden)")
                    #expect(try await page.run("client.status") == "\"connected\"")
                }
                print("The longest action in \(count) \(areWindows ? "windows" : "tabs"): \(longest)")
                guard !areWindows else { return }
                for page in pages.dropLast() { #expect(try await Self.hiddenAndStream(page) == "[true,false]") }
                #expect(try await Self.hiddenAndStream(pages[count - 1]) == "[false,true]")
                try await page.call("Page.bringToFront")
                #expect(try await Self.hiddenAndStream(page) == "[false,true]")
                #expect(try await Self.hiddenAndStream(pages[count - 1]) == "[true,false]")
            }
        }

        @Test func `a tab that is closed loses nothing that was acted, also behind a request under way`() async throws {
            // From a moment on, requests do not leave the page, except those that may outlive it.
            let network = """
                const send = globalThis.fetch;
                globalThis.fetch = (address, request) => globalThis.isSlow && !request.keepalive
                  ? new Promise(() => {}) : send(address, request);
                """
            try await BrowserTests.withPage { page, server in
                let tab = try await page.browser.open(
                    server.address, beside: page, isWindow: false, running: network)
                #expect(try await Self.add("0", in: tab) == "\"finished\"")
                try await tab.run(
                    """
                    await (async () => {
                      globalThis.isSlow = true;
                      for (let number = 1; number <= 5; number++) {
                        todo.act({ add: { title: `${number}` } });
                        await new Promise(resolve => setTimeout(resolve, 60));
                      }
                    })()
                    """)
                try await tab.close()
                // Each action of the first tab reads the items again.
                let titles = try await page.run(
                    """
                    await (async () => {
                      const titles = () => todo.state.items.map(item => item.title).join("");
                      for (const end = Date.now() + 20_000; titles() !== "012345" && Date.now() < end;) {
                        await todo.act({ toggle: { id: 0 } });
                        await new Promise(resolve => setTimeout(resolve, 50));
                      }
                      return titles();
                    })()
                    """)
                #expect(titles == "\"012345\"")
            }
        }

        @Test func `a tab that leaves the page and comes back ten times goes on with its session`() async throws {
            try await BrowserTests.withPage { page, server in
                let session = try await page.run("client.session.session")
                for number in 1...10 {
                    try await page.leaveAndComeBack(by: "http://localhost:\(server.port)/page.css")
                    #expect(try await Self.add("back \(number)", in: page) == "\"finished\"")
                }
                #expect(try await page.run("client.session.session") == session)
            }
        }

        @Test func `a tab acts that leaves the page and opens it again ten times, although documents are kept`()
            async throws
        {
            try await BrowserTests.withPage { page, server in
                for number in 1...10 {
                    try await page.leaveAndComeBack(by: "http://localhost:\(server.port)/page.css", to: server.address)
                    #expect(try await Self.add("again \(number)", in: page) == "\"finished\"")
                    #expect(try await Self.hiddenAndStream(page) == "[false,true]")
                }
            }
        }
    }
}
