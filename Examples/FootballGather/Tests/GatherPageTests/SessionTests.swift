import Testing

extension PageTests {
    /// Sessions that end, and a server that does not answer.
    @MainActor @Suite struct SessionTests {
        @Test
        func `FG-API-21 FG-API-M2 D18 a session that has expired says so on the login, which leads back to the screen`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.type("Ada")
                // A token that was not used for a month.
                try await evening.change("UPDATE tokens SET used_at = used_at - 31 * 24 * 60 * 60")
                try await page.press("Done")
                try await page.reach("Login")
                #expect(try await page.text.contains("Your session has ended."))
                try await page.wait(until: "document.getElementById('said').textContent.includes('has ended')")
                try await page.expectNoProblems("session-ended")
                // The browser's button leads to no screen below the login, and what was typed there stays.
                try await page.run(
                    """
                    await new Promise(done => {
                      addEventListener("popstate", done, { once: true });
                      history.back();
                    })
                    """)
                try await page.wait(until: "location.hash === '#/players/add'")
                try await page.focus("Enter password")
                try await page.type("secret")
                try await page.press("Login")
                try await page.reach("Add Player")
                #expect(try await page.run("field('Enter name of the player').value") == "\"Ada\"")
            }
        }

        @Test
        func
            `FG-API-21 D18 a session that was ended elsewhere says so, and without a login one is at the first screen`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.type("Ada")
                try await evening.change("DELETE FROM users")
                try await page.press("Done")
                try await page.reach("Login")
                #expect(try await page.text.contains("Your session has ended."))
                try await page.press("Cancel")
                try await page.wait(until: "!shown().includes('Your session has ended.')")
                #expect(try await page.run("title()") == "\"Login\"")
            }
        }

        @Test
        func
            `FG-UI-01 FG-NET-12 D22 while the server does not answer one can leave, and after ten seconds there is a sentence`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Ada")
                evening.pauseServer()
                try await page.press("Edit")
                try await page.press("Delete: Ada")
                try await page.press("Delete")
                try await page.read("Loading...")
                let plates = "[...document.querySelectorAll('#overlay, #overlay *')].filter(node => node.textContent)"
                let isOpaque = "rgba(getComputedStyle(node).backgroundColor)[3] === 1"
                #expect(
                    try await page.run("\(plates).some(node => \(isOpaque))") == "true", "written over other texts")
                #expect(try await page.run("canBeClicked(button('Log Out'))") == "true", "the bar can be used")
                await evening.requestClock.sleepers(1)
                #expect(evening.requestClock.deadlines == [.seconds(10)])
                await evening.requestClock.advance(by: .seconds(10))
                try await page.wait(until: "document.querySelector('dialog:modal') != null")
                let text = try await page.run("document.querySelector('dialog:modal').innerText")
                #expect(text.contains("The server does not answer."), "\(text)")
                for word in ["http", "127.0.0.1", "DELETE ", "seconds"] { #expect(!text.contains(word), "\(text)") }
                try await page.press("OK")
                try await page.press("Log Out")
                try await page.reach("Login")
                evening.resumeServer()
            }
        }

        @Test
        func `FG-LOGIN-05 FG-NET-12 D22 wrong credentials, and a name that is taken, are said in words for people`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Log Out")
                for (button, sentence) in [
                    ("Login", "The username or the password is wrong."),
                    ("Register", "This username may be taken already."),
                ] {
                    try await page.reach("Login")
                    try await page.fill("Enter username", "ada")
                    try await page.fill("Enter password", "wrong")
                    try await page.press(button)
                    try await page.read(sentence)
                    try await page.press("OK")
                }
                // D23: the rule of the server, of which the app sends only a hash.
                try await page.fill("Enter password", "ab")
                try await page.press("Register")
                try await page.read("A password has at least 3 characters.")
                #expect(try await evening.stored("SELECT COUNT(*) FROM users") == [[.number(1)]])
            }
        }
    }
}
