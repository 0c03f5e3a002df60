import Testing

extension PageTests {
    /// A browser opens few connections to one server, and keeps pages that were left. Neither may keep another page from working.
    @MainActor @Suite struct TabTests {
        @Test(arguments: [false, true])
        func `each of eight tabs or windows shows its screen, and reacts`(areWindows: Bool) async throws {
            try await Evening.run { evening in
                var pages = [evening.page]
                while pages.count < 8 { pages.append(try await evening.another(isWindow: areWindows)) }
                for page in pages {
                    try await page.call("Page.bringToFront")
                    try await page.press("Login")
                    try await page.read("Both fields are mandatory.")
                    try await page.press("OK")
                    try await page.wait(until: "document.querySelector('dialog:modal') == null")
                }
            }
        }

        @Test func `a tab that leaves the page and comes back eight times shows its screen, and reacts`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                // Another origin, as the address of another site would be.
                let other = "http://localhost:\(evening.pages.port)/page.css"
                for _ in 1...8 {
                    try await page.leaveAndComeBack(by: other)
                    try await page.reach("Players")
                    try await page.press("Add player")
                    try await page.reach("Add Player")
                    try await page.press("Back")
                    try await page.reach("Players")
                    // A page that is left earlier may be loaded again at the address of the screen that was closed.
                    try await page.wait(until: "location.hash === '#/players'")
                }
            }
        }

        @Test func `a question that is open when the visit goes on in another tab does not cover the way back`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.startGather()
                try await page.press("TEAM A +1")
                try await page.press("Back")
                try await page.read("The score and the time would be lost.")
                try await page.run(
                    """
                    await (async () => {
                      const { connect } = await import("/cis/client.js");
                      const tab = connect("/cis", { endsWithPage: false });
                      globalThis.other = await tab.open("footballGather", { visit: Object.values(sessionStorage)[0] });
                      return 0;
                    })()
                    """)
                try await page.press("Continue here")
                try await page.press("Stay")
                try await page.wait(until: "document.querySelector('output')?.value === '1'")
            }
        }
    }
}
