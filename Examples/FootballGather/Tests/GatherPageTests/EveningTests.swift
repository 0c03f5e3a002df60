import GatherServer
import Testing

/// The tests run one after the other, so that there is one browser at a time.
@Suite("pages", .serialized, .enabled(if: Browser.program != nil, "apt-get install chromium"))
enum PageTests {}

extension PageTests {
    /// The app in a browser, from the login to the end of a gather.
    @MainActor @Suite struct EveningTests {
        @Test
        func `somebody registers, makes two teams by drag, keyboard and tap, plays, and the database has the gather`()
            async throws
        {
            try await Evening.run { evening in
                try await evening.register()
                for name in ["Ada", "Ben", "Cem", "Dan"] { try await evening.add(name) }
                try await edit(evening.page)
                try await makeTeams(evening)
                try await play(evening)

                #expect(
                    try await evening.stored("SELECT name, age, position FROM players ORDER BY id")[1]
                        == [.string("Ben"), .number(31), .string("striker")])
                #expect(
                    try await evening.stored("SELECT score, winner_team FROM gathers")
                        == [[.string("2-1"), .string("Team A")]])
                #expect(try await evening.storedTeams() == ["Ada: Team A", "Ben: Team B", "Cem: Team A"])
            }
        }

        /// FG-DETAIL-01 to 04, FG-EDIT-01 to 07.
        private func edit(_ page: Page) async throws {
            try await page.press("Ben")
            try await page.reach("Ben")
            try await page.press("Age")
            try await page.reach("Age")
            try await page.type("31")
            try await page.key("Enter")
            try await page.reach("Ben")
            try await page.press("Preferred position")
            try await page.reach("Preferred position")
            try await page.press("Striker")
            try await page.press("Done")
            try await page.reach("Ben")
            #expect(try await page.text.contains("31"))
            try await page.press("Back")
            try await page.reach("Players")
            try await page.read("Position: Striker")
        }

        /// FG-LIST-08 to 11, FG-CONFIRM-01 to 06.
        private func makeTeams(_ evening: Evening) async throws {
            let page = evening.page
            try await evening.choose("Ada", "Ben", "Cem", "Dan")
            #expect(try await page.run("players(0)") == "\"Ada Ben Cem Dan\"")
            #expect(try await page.run("named('button', 'Start Gather') == null") == "true")
            // With the mouse.
            try await page.drag("button('Cem')", to: "team(1)")
            try await page.wait(until: "players(1) === 'Cem'")
            try await page.drag("button('Ada')", to: "team(1).querySelector('h2')")
            try await page.wait(until: "players(1) === 'Ada Cem'")
            // With the keyboard: the focus stays on the player.
            try await page.run("button('Ben').focus()")
            try await page.key("ArrowDown")
            try await page.wait(until: "players(0) === 'Dan Ben'")
            try await page.key("ArrowRight")
            try await page.wait(until: "players(1) === 'Ada Cem Ben'")
            try await page.key("ArrowRight")
            try await page.wait(until: "players(2) === 'Ben'")
            #expect(try await page.run("document.activeElement === button('Ben')") == "true")
            // With a tap, which moves the player to the next section. After the last section comes the first.
            try await page.press("Dan")
            try await page.wait(until: "players(1) === 'Ada Cem Dan'")
            try await page.press("Dan")
            try await page.wait(until: "players(2) === 'Ben Dan'")
            try await page.press("Dan")
            try await page.wait(until: "players(0) === 'Dan'")
            try await page.press("Start Gather")
            try await page.reach("Gather in progress")
        }

        /// FG-GATHER-01 to 07, FG-TIMER-01 to 10.
        private func play(_ evening: Evening) async throws {
            let page = evening.page
            for caption in ["TEAM A +1", "TEAM A +1", "TEAM A +1", "TEAM A −1", "TEAM B +1"] {
                try await page.press(caption)
            }
            try await page.wait(until: "[...document.querySelectorAll('output')].map(o => o.value).join(':') === '2:1'")
            #expect(try await page.text.contains("10:00"))
            try await evening.startCountdown(andPass: .seconds(65))
            try await page.read("08:55")
            try await page.press("Set")
            try await page.wait(until: "document.activeElement === field('minutes')")
            try await evening.setTwoSeconds()
            try await evening.startCountdown(andPass: .seconds(2))
            try await page.read("00:00")
            try await page.read("Time is up")
            #expect(try await page.run("named('button', 'Start') == null") == "true", "there is nothing to start")
            try await page.press("End Gather")
            try await page.read("Are you sure you want to end the gather?")
            try await page.press("Yes")
            try await page.reach("Players")
        }
    }
}
