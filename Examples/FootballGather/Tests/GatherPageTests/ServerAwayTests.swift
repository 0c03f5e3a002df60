import GatherServer
import Testing

extension PageTests {
    /// The server is killed and started again in the middle of each step: there is a message, nothing is lost, and nothing
    /// happens twice.
    @MainActor @Suite struct ServerAwayTests {
        /// Does something while there is no server, and does it again when there is one.
        private func twice(
            _ evening: Evening, _ message: String, _ body: @MainActor () async throws -> Void,
            kept: @MainActor () async throws -> Void = {}
        ) async throws {
            await evening.killServer()
            try await body()
            let dialog = "document.querySelector('dialog:modal').innerText"
            try await evening.page.wait(until: "\(dialog).includes(\(evening.page.quoted(message)))")
            try await evening.page.press("OK")
            try await kept()
            try await evening.startServer()
            try await body()
        }

        @Test func `registering, and adding a player`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await page.focus("Enter username")
                try await page.type("ada")
                try await page.focus("Enter password")
                try await page.type("secret")
                try await twice(evening, "Error") {
                    try await page.press("Register")
                } kept: {
                    try await page.wait(until: "field('Enter password').value === 'secret'")
                }
                try await page.read("There aren't any players for your user.")
                #expect(try await evening.stored("SELECT username FROM users") == [[.string("ada")]])

                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.type("Ada")
                try await twice(evening, "Unable to create player. Please try again.") {
                    try await page.press("Done")
                } kept: {
                    try await page.wait(until: "field('Enter name of the player').value === 'Ada'")
                }
                try await page.reach("Players")
                try await page.wait(until: "button('Ada')")
                #expect(try await evening.stored("SELECT name FROM players") == [[.string("Ada")]])
            }
        }

        @Test func `showing the list, editing and deleting a player`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }

                try await page.press("Ben")
                try await page.press("Favourite team")
                try await page.reach("Favourite team")
                try await page.type("Real")
                try await twice(evening, "Unable to update player. Please try again.") {
                    try await page.press("Done")
                } kept: {
                    try await page.wait(until: "field('Favourite team').value === 'Real'")
                }
                try await page.reach("Ben")
                try await page.press("Back")
                try await page.reach("Players")
                try await page.wait(until: "location.hash === '#/players'")
                let teams: Statement = "SELECT favourite_team FROM players ORDER BY id"
                #expect(try await evening.stored(teams) == [[.null], [.string("Real")]])

                // A list that is loaded again keeps its rows.
                await evening.killServer()
                try await page.reload()
                try await page.wait(until: "document.querySelector('dialog:modal') != null")
                try await page.press("OK")
                try await page.wait(until: "button('Ada') && button('Ben')")
                try await evening.startServer()

                try await twice(evening, "Error") {
                    if try await page.run("named('button', 'Delete: Ben') == null") == "true" {
                        try await page.press("Edit")
                    }
                    try await page.press("Delete: Ben")
                    try await page.read("Are you sure you want to delete “Ben”?")
                    try await page.press("Delete")
                } kept: {
                    try await page.wait(until: "button('Ben')")
                }
                try await page.wait(until: "button('Ada') && !button('Ben')")
                #expect(try await evening.stored("SELECT name FROM players") == [[.string("Ada")]])
            }
        }

        @Test func `starting and ending a gather`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }
                try await evening.choose("Ada", "Ben")
                try await page.press("Ada")
                try await page.wait(until: "players(1) === 'Ada'")
                try await page.drag("button('Ben')", to: "team(2)")
                try await page.wait(until: "players(1) === 'Ada' && players(2) === 'Ben'")
                try await twice(evening, "Unable to create gather.") {
                    try await page.press("Start Gather")
                } kept: {
                    try await page.wait(until: "players(1) === 'Ada' && players(2) === 'Ben'")
                }
                try await page.reach("Gather in progress")
                try await page.press("TEAM B +1")
                try await twice(evening, "Unable to end gather. Please try again.") {
                    try await page.press("End Gather")
                    try await page.press("Yes")
                } kept: {
                    try await page.wait(until: "document.querySelectorAll('output')[1].value === '1'")
                }
                try await page.reach("Players")
                #expect(
                    try await evening.stored("SELECT score, winner_team FROM gathers")
                        == [[.string("0-1"), .string("Team B")]])
                #expect(try await evening.stored("SELECT COUNT(*) FROM gather_players") == [[.number(2)]])
            }
        }

        /// Does something, whose answer is lost, and starts the server again.
        private func lost(
            _ evening: Evening, _ message: String, after answers: Int = 0, _ body: @MainActor () async throws -> Void
        ) async throws {
            try await evening.losingAnswer(after: answers, body)
            let dialog = "document.querySelector('dialog:modal').innerText"
            try await evening.page.wait(until: "\(dialog).includes(\(evening.page.quoted(message)))")
            try await evening.page.press("OK")
            try await evening.startServer()
        }

        @Test func `what the server stored before it was killed is there once, although its answer did not arrive`()
            async throws
        {
            try await Evening.run(isLossy: true) { evening in
                let page = evening.page
                try await page.focus("Enter username")
                try await page.type("ada")
                try await page.focus("Enter password")
                try await page.type("secret")
                try await lost(evening, "Error") { try await page.press("Register") }
                // The name is taken now, and the login works.
                try await page.press("Register")
                try await page.wait(until: "document.querySelector('dialog:modal') != null")
                try await page.press("OK")
                try await page.press("Login")
                try await page.read("There aren't any players for your user.")

                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.type("Ada")
                try await lost(evening, "Unable to create player.") { try await page.press("Done") }
                #expect(try await evening.stored("SELECT name FROM players") == [[.string("Ada")]])
                try await page.press("Done")
                try await page.reach("Players")
                try await page.wait(until: "button('Ada')")
                #expect(try await evening.stored("SELECT name FROM players") == [[.string("Ada")]])
                try await evening.add("Ben")

                try await evening.add("Cem")
                try await page.press("Edit")
                func delete() async throws {
                    try await page.press("Delete: Cem")
                    try await page.press("Delete")
                }
                try await lost(evening, "Error") { try await delete() }
                let names: Statement = "SELECT name FROM players ORDER BY id"
                #expect(try await evening.stored(names) == [[.string("Ada")], [.string("Ben")]])
                // The server refuses to delete what it does not have, and the list is loaded.
                try await delete()
                try await page.wait(
                    until: "document.querySelector('dialog:modal').innerText.includes('deleted already')")
                try await page.press("OK")
                try await page.wait(until: "button('Ben') && !button('Cem')")
                try await page.press("Done")

                try await evening.choose("Ada", "Ben")
                try await page.press("Ada")
                try await page.wait(until: "players(1) === 'Ada'")
                try await page.drag("button('Ben')", to: "team(2)")
                try await page.wait(until: "players(1) === 'Ada' && players(2) === 'Ben'")
                try await lost(evening, "Unable to create gather.") { try await page.press("Start Gather") }
                #expect(try await evening.stored("SELECT COUNT(*) FROM gathers") == [[.number(1)]])
                // Now the gather's answer arrives, and one for a player does not.
                try await lost(evening, "Unable to create gather.", after: 1) { try await page.press("Start Gather") }
                try await page.press("Start Gather")
                try await page.reach("Gather in progress")
                #expect(try await evening.stored("SELECT COUNT(*) FROM gathers") == [[.number(1)]])
                #expect(try await evening.stored("SELECT COUNT(*) FROM gather_players") == [[.number(2)]])
                try await lost(evening, "Unable to end gather.") {
                    try await page.press("End Gather")
                    try await page.press("Yes")
                }
                try await page.press("End Gather")
                try await page.press("Yes")
                try await page.reach("Players")
                #expect(try await evening.stored("SELECT score FROM gathers") == [[.string("0-0")]])
            }
        }

        @Test func `a token that the server has forgotten costs a login, above the screen and what was typed there`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.type("Ada")
                try await evening.change("DELETE FROM tokens")
                try await page.press("Done")
                try await page.reach("Login")
                #expect(try await page.run("field('Enter username').value") == "\"ada\"")
                try await page.focus("Enter password")
                try await page.type("secret")
                try await page.key("Enter")
                try await page.reach("Add Player")
                #expect(try await page.run("field('Enter name of the player').value") == "\"Ada\"")
                try await page.press("Done")
                try await page.wait(until: "button('Ada')")
            }
        }
    }
}
