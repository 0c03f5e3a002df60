import Testing

extension PageTests {
    /// The page on a telephone.
    @MainActor @Suite struct TouchTests {
        @Test
        func
            `FG-CONFIRM-02 at 360 pixels a finger drags players at their grips, not elsewhere, and a tap moves them on`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben", "Cem"] { try await evening.add(name) }
                try await page.resize(360, 740)
                try await page.call("Emulation.setTouchEmulationEnabled", ["enabled": true])
                try await evening.choose("Ada", "Ben", "Cem")
                func grip(_ name: String) -> String { "button('\(name)').querySelector('.icon-grip')" }

                // A tap moves the player to the next section.
                for players in ["players(1) === 'Cem'", "players(2) === 'Cem'", "players(0) === 'Ada Ben Cem'"] {
                    try await page.tap("button('Cem').querySelector('.name')")
                    try await page.wait(until: players)
                }
                // Away from the grip, the finger does not drag.
                try await page.swipe("button('Cem').querySelector('.name')", to: "team(1)")
                try await page.swipe(grip("Ada"), to: "team(1)")
                try await page.wait(until: "players(1) === 'Ada'")
                #expect(try await page.run("players(0)") == "\"Ben Cem\"")
                try await page.swipe(grip("Cem"), to: "team(1).querySelector('h2')")
                try await page.wait(until: "players(1) === 'Cem Ada'")
                try await page.swipe(grip("Ben"), to: "team(2)")
                try await page.wait(until: "players(2) === 'Ben'")
                try await page.swipe(grip("Cem"), to: "team(0)")
                try await page.wait(until: "players(0) === 'Cem' && players(1) === 'Ada'")
                try await page.press("Cem")
                try await page.wait(until: "players(1) === 'Ada Cem'")
                try await page.press("Start Gather")
                try await page.reach("Gather in progress")
                #expect(try await evening.storedTeams() == ["Ada: Team A", "Ben: Team B", "Cem: Team A"])
            }
        }
    }
}
