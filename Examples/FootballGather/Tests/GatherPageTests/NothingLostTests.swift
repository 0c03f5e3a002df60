import Testing

extension PageTests {
    /// What somebody has done is not lost without a question.
    @MainActor @Suite struct NothingLostTests {
        private static let scores = "[...document.querySelectorAll('output')].map(o => o.value).join(':')"

        @Test
        func `FG-GATHER-07 D17 leaving a match that has begun asks, whichever way, and staying keeps score and clock`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.startGather()
                for caption in ["TEAM A +1", "TEAM A +1", "TEAM A +1", "TEAM B +1"] { try await page.press(caption) }
                try await evening.startCountdown(andPass: .seconds(5))
                try await page.read("09:55")
                for leave in ["history.back()", "button('Back').click()", "void (location.hash = '#/players')"] {
                    try await page.run(leave)
                    try await page.read("The score and the time would be lost.")
                    if leave == "history.back()" { try await page.expectNoProblems("leave") }
                    try await page.press("Stay")
                    try await page.wait(until: "!document.querySelector('dialog:modal')")
                    #expect(try await page.run("title()") == "\"Gather in progress\"", "\(leave)")
                    try await page.wait(until: "location.hash === '#/'")
                    #expect(try await page.run(Self.scores) == "\"3:1\"")
                    #expect(try await page.text.contains("09:55"))
                }
                try await page.run("history.back()")
                try await page.press("Leave")
                try await page.reach("Confirm Players")
                // FG-CONFIRM-09: a gather that was played is not opened again.
                try await page.press("Start Gather")
                try await page.reach("Gather in progress")
                #expect(try await page.run(Self.scores) == "\"0:0\"")
                try await page.press("TEAM B +1")
                try await page.press("End Gather")
                try await page.press("Yes")
                try await page.reach("Players")
                // The one that was left is not there.
                #expect(try await evening.stored("SELECT score FROM gathers") == [[.string("0-1")]])
            }
        }

        @Test func `FG-LIST-09 the browser's button ends a selection before it leads to the login`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }
                try await page.press("Select")
                try await page.press("Ada")
                try await page.reach("1 selected")
                try await page.run("history.back()")
                try await page.reach("Players")
                try await page.wait(until: "button('Select') && location.hash === '#/players'")
                try await page.run("history.back()")
                try await page.reach("Login")
            }
        }

        @Test func `FG-TIMER-06 the clock does not go back without a question, and the score stays`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.startGather()
                try await page.press("TEAM A +1")
                try await evening.startCountdown(andPass: .seconds(5))
                try await page.read("09:55")
                try await page.press("Reset")
                try await page.read("The clock goes back to 10:00.")
                try await page.expectNoProblems("reset")
                try await page.press("Cancel")
                try await page.wait(until: "button('Pause') && shown().includes('09:55')")
                try await page.press("Reset")
                try await page.read("The clock goes back to 10:00.")
                try await page.press("Reset")
                try await page.wait(until: "button('Start') && shown().includes('10:00')")
                #expect(try await page.run(Self.scores) == "\"1:0\"")
            }
        }

        @Test
        func
            `FG-CONFIRM-09 D17 a gather in which nothing has happened is left without a question, and is opened again`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.startGather()
                try await page.press("Back")
                try await page.reach("Confirm Players")
                try await page.press("Start Gather")
                try await page.reach("Gather in progress")
                #expect(try await evening.stored("SELECT COUNT(*) FROM gathers") == [[.number(1)]])
            }
        }

        @Test(arguments: [("Save Mine", "31"), ("Keep Theirs", "40")])
        func `FG-EDIT-05 D19 a change on another device is shown before an older copy could replace it`(
            choice: String, age: String
        ) async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Ben")
                let other = try await evening.device()
                try await evening.logIn(on: other)
                try await other.reach("Players")
                try await other.wait(until: "button('Ben')")

                for (field, text) in [("Name", "Benjamin"), ("Age", "40")] {
                    try await page.wait(until: "button('Ben') || button('Benjamin') || title() === 'Benjamin'")
                    if field == "Name" { try await page.press("Ben") }
                    try await page.press(field)
                    try await page.reach(field)
                    try await page.fill(field, text)
                    try await page.press("Done")
                    try await page.reach("Benjamin")
                }
                try await other.press("Ben")
                try await other.press("Age")
                try await other.reach("Age")
                try await other.type("31")
                try await other.press("Done")
                try await other.wait(until: "document.querySelector('dialog:modal') != null")
                let text = try await other.run("document.querySelector('dialog:modal').innerText")
                for part in ["Benjamin", "40", "31"] { #expect(text.contains(part), "\(text)") }
                if choice == "Save Mine" { try await other.expectNoProblems("conflict") }
                try await other.press(choice)
                try await other.reach("Benjamin")
                #expect(try await other.text.contains(age))
                #expect(
                    try await evening.stored("SELECT name, age FROM players")
                        == [[.string("Benjamin"), .number(age == "31" ? 31 : 40)]])
                try await other.press("Back")
                try await other.wait(until: "button('Benjamin') && !button('Ben')")
            }
        }

        @Test
        func
            `FG-LIST-16 D20 a player whose adding was left before its answer is in the list, which can also be reloaded`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                try await page.type("Ada")
                evening.pauseServer()
                try await page.press("Done")
                try await page.read("Loading...")
                try await page.run("history.back()")
                try await page.reach("Players")
                evening.resumeServer()
                try await page.wait(until: "button('Ada')")
                #expect(try await evening.stored("SELECT name FROM players") == [[.string("Ada")]])

                try await evening.change("UPDATE players SET name = 'Ida'")
                try await page.press("Reload")
                try await page.wait(until: "button('Ida') && !button('Ada')")
            }
        }

        @Test func `what the banner says while the app is away is true`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Add player")
                try await page.reach("Add Player")
                await evening.stopPages()
                try await page.read("The app does not answer.")
                let text = try await page.text
                #expect(!text.contains("What you do is kept"), "\(text)")
                #expect(text.contains("unless the app has to be started again"), "\(text)")
                try await page.type("Ada")
                try evening.startPages()
                try await page.reach("Login")
                #expect(try await page.text.contains("What was not saved is lost."))
            }
        }
    }
}
