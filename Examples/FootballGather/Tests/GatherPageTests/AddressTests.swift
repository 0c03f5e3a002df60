import Foundation
import SceneWeb
import Testing

extension PageTests {
    /// Addresses, the buttons of the browser, pages that are loaded again, and pages of other sites.
    @MainActor @Suite struct AddressTests {
        private static let address = "location.hash"

        @Test func `a link is opened after the login, and the browser's buttons move between the screens`() async throws
        {
            try await Evening.run(link: "/#/players/add") { evening in
                let page = evening.page
                try await page.reach("Login")
                try await page.focus("Enter username")
                try await page.type("ada")
                try await page.focus("Enter password")
                try await page.type("secret")
                try await page.press("Register")
                try await page.reach("Add Player")
                #expect(try await page.run(Self.address) == "\"#/players/add\"")
                try await page.type("Ada")
                try await page.press("Done")
                try await page.wait(until: "button('Ada')")
                try await page.wait(until: "location.hash === '#/players'")

                try await page.run("void (location.hash = '#/players/1/age')")
                try await page.reach("Age")
                try await page.run("history.back()")
                try await page.reach("Ada")
                #expect(try await page.run(Self.address) == "\"#/players/1\"")
                try await page.run("history.forward()")
                try await page.reach("Age")
                try await page.press("Back")
                try await page.reach("Ada")
                try await page.wait(until: "location.hash === '#/players/1'")

                try await page.run("void (location.hash = '#/players/2')")
                try await page.read("There is no such player.")
                try await page.press("OK")
                for wrong in ["#/nowhere", "#/players/%", "#/players/%E0%A4%A"] {
                    try await page.run("void (location.hash = '\(wrong)')")
                    try await page.read("No screen has this address.")
                    // The notice is about this address only.
                    try await page.run("void (location.hash = '#/players/1/age')")
                    try await page.reach("Age")
                    try await page.wait(until: "!shown().includes('No screen has this address.')")
                    try await page.press("Back")
                    try await page.reach("Ada")
                }
            }
        }

        @Test(arguments: ["%", "players/%E0%A4%A"])
        func `a page that is opened at an address that cannot be read says so, and can be used`(address: String)
            async throws
        {
            try await Evening.run(link: "/#/\(address)") { evening in
                try await evening.page.read("No screen has this address.")
                try await evening.register()
            }
        }

        private nonisolated static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        @Test(.enabled(if: node != nil, "apt-get install nodejs"))
        func `of 10,000 addresses that nobody has written down, each is passed on or refused, and none ends the page`()
            async throws
        {
            let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
            let output = ChildProcess.pipe()
            let process = try ChildProcess(
                [
                    Self.node ?? "", package.appending(path: "Tests/Address/fuzz.mjs").path,
                    package.appending(path: "Sources/GatherPage/Page/address.js").path,
                ],
                descriptors: [0: ChildProcess.nothing, 1: output.writing, 2: output.writing])
            try output.writing.close()
            let text = await output.reading.text()
            #expect(await process.end() == 0, "\(text)")
        }

        @Test func `without storage the page works, and remembers nothing`() async throws {
            let forbidden = """
                for (const name of ["localStorage", "sessionStorage"]) {
                  Object.defineProperty(window, name, { get() { throw new DOMException("Denied", "SecurityError"); } });
                }
                """
            try await Evening.run(running: forbidden) { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Ada")
                try await page.press("Log Out")
                try await page.reach("Login")
                try await page.reload()
                try await page.reach("Login")
                #expect(try await page.run("field('Enter username').value") == "\"\"")
            }
        }

        @Test
        func
            `a page that is loaded again goes on with its login and with what was typed, and its address has no secret`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }
                try await evening.choose("Ada", "Ben")
                try await page.press("Ada")
                try await page.wait(until: "players(1) === 'Ada'")
                try await page.reload()
                try await page.wait(until: "players(1) === 'Ada'")
                #expect(try await page.run("location.href").contains("#/players/confirm/1,2"))
                try await page.press("Ben")
                try await page.wait(until: "players(1) === 'Ada Ben'")
                try await page.press("Ben")
                try await page.press("Start Gather")
                try await page.reach("Gather in progress")
                try await page.press("TEAM A +1")
                try await evening.startCountdown(andPass: .seconds(5))
                try await page.read("09:55")

                try await page.reload()
                try await page.reach("Gather in progress")
                #expect(try await page.text.contains("09:55"))
                #expect(try await page.run("document.querySelector('output').value") == "\"1\"")
                try await page.wait(until: "button('Pause')")
                let href = try await page.run("location.href")
                let key = try await page.run("Object.values(sessionStorage)[0]")
                #expect(key.count > 30 && !href.contains(key.dropFirst().dropLast()))
            }
        }

        @Test func `two steps back at once keep the way forward`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Ada")
                try await page.press("Ada")
                try await page.reach("Ada")
                try await page.press("Age")
                try await page.reach("Age")
                try await page.run("(history.back(), history.back())")
                try await page.reach("Players")
                try await page.run("history.go(2)")
                try await page.reach("Age")
            }
        }

        @Test func `a page that was left while the browser went back follows its screens again when it is shown`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                // Leaving the page cancels the step back, as if it had never been made.
                try await page.run("void (history.go = () => { delete history.go; })")
                try await page.press("Back")
                try await page.reach("Players")
                #expect(try await page.run("Object.hasOwn(history, 'go')") == "false")
                #expect(try await page.run(Self.address) == "\"#/players/add\"")
                try await page.run("void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
                try await page.wait(until: "location.hash === '#/players'")
                try await page.press("Add player")
                try await page.wait(until: "location.hash === '#/players/add'")
            }
        }

        @Test func `what was not sent yet when the page was loaded again is not lost`() async throws {
            // From a moment on, requests do not leave the page, except those that may outlive it.
            let network = """
                const send = globalThis.fetch;
                globalThis.fetch = (address, request) => globalThis.isSlow && !request.keepalive
                  ? new Promise(() => {}) : send(address, request);

                """
            try await Evening.run(running: network) { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.run("(globalThis.isSlow = true)")
                try await page.type("Ada")
                try await page.reload()
                try await page.wait(until: "field('Enter name of the player')?.value === 'Ada'")
            }
        }

        @Test func `FG-LOGIN-06 the browser remembers the username, and nothing else, from one visit to the next`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                let stored = try await page.run("Object.keys(localStorage).sort()")
                #expect(stored == #"["footballgather_remember","footballgather_username"]"#)
                try await page.run("sessionStorage.clear()")
                try await page.reload()
                try await page.reach("Login")
                try await page.wait(until: "field('Enter username').value === 'ada'")
                #expect(try await page.run("field('Enter password').value") == "\"\"")
            }
        }

        @Test func `a visit is in one tab at a time, and can be brought back`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                let screens = try await page.run(
                    """
                    await (async () => {
                      const { connect } = await import("/cis/client.js");
                      const tab = connect("/cis", { endsWithPage: false });
                      globalThis.other = await tab.open("footballGather", { visit: Object.values(sessionStorage)[0] });
                      return other.state.path.length;
                    })()
                    """)
                #expect(screens == "2")
                try await page.read("The app goes on in another tab.")
                try await page.press("Continue here")
                try await page.reach("Players")
            }
        }

        @Test func `an app that is stopped and started again says so, and after the login the address is opened`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                await evening.stopPages()
                try await page.read("The app does not answer.")
                try evening.startPages()
                try await page.reach("Login")
                #expect(try await page.text.contains("What was not saved is lost."))
                try await page.press("OK")
                try await page.wait(until: "field('Enter username').value === 'ada'")
                try await page.focus("Enter password")
                try await page.type("secret")
                try await page.press("Login")
                try await page.reach("Add Player")
            }
        }

        @Test func `a page of another origin can neither send nor listen, and the log has no secret`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                let key = try await page.run("Object.values(sessionStorage)[0]").dropFirst().dropLast()
                let other = try WebServer(port: 0) { _ in .bytes(Data("<p>other".utf8), type: "text/html") }
                // The test bypasses the other page's own policy, because it tests the server of this one.
                try await page.call("Page.setBypassCSP", ["enabled": true])
                try await page.open("http://127.0.0.1:\(other.port)/")
                let result = try await page.run(
                    """
                    await (async () => {
                      const address = "\(evening.pages.address)/cis/events";
                      const hello = JSON.stringify({ type: "hello", v: [1, 1] });
                      const read = await fetch(address, { method: "POST", body: hello }).then(() => "read", () => "failed");
                      const blind = await fetch(address, { method: "POST", body: hello, mode: "no-cors" }).then(r => r.type);
                      return [read, blind];
                    })()
                    """)
                #expect(result == #"["failed","opaque"]"#)
                let log = evening.log.text
                #expect(log.contains("Refused"), "\(log)")
                #expect(!log.contains(key) && !log.contains("secret") && !log.contains("ada"))
                await other.stop()
            }
        }
    }
}
