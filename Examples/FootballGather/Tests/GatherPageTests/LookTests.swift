import Testing

extension PageTests {
    /// The appearance of the screens, and what assistive technology finds in them.
    @MainActor @Suite struct LookTests {
        @Test func `the page was generated for the types of the app`() async throws {
            try await Evening.run { evening in
                let text = try await evening.page.text
                #expect(
                    !text.contains("older than the app"), "swift package bridge-clients, see the README: \(text)")
            }
        }

        @Test func `every screen fits windows from 360 pixels on, and names what it has`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                // The login of a session that has ended is measured with the switch on.
                try await page.click("document.querySelector('[role=switch]')")
                try await look(page, "login", ["textbox Enter username", "switch Remember Me", "button Login"])
                try await page.press("Login")
                try await page.read("Both fields are mandatory.")
                try await look(page, "alert", ["alertdialog Error", "button OK"])
                try await page.press("OK")
                try await evening.register()
                try await look(page, "empty", ["heading Players", "button Retry", "button Add player"])
                try await page.press("Add player")
                try await page.reach("Add Player")
                try await look(page, "add", ["heading Add Player", "textbox Enter name of the player"])
                try await page.press("Back")
                try await page.reach("Players")
                let names = [
                    "Ada Lovelace", "Ben", "Maximiliane Hohenstein-Königsbronn", "Dan", "Eve", "Farida", "Gio", "Hana",
                ]
                for name in names { try await evening.add(name) }
                try await position("Ben", "Striker", page)
                try await position("Eve", "Goalkeeper", page)
                try await position(names[2], "Winger", page)
                try await look(page, "list", ["button Edit", "button Reload", "button Log Out", "heading Players"])
                try await page.press("Edit")
                try await look(page, "bins", ["button Delete: Ben"])
                try await page.press("Delete: Ben")
                try await look(page, "delete", ["alertdialog Delete player", "button Cancel"])
                try await page.press("Cancel")
                try await page.press("Done")
                try await page.press("Ben")
                try await page.reach("Ben")
                try await look(page, "detail", ["heading PERSONAL", "button Back"])
                try await page.press("Age")
                try await page.reach("Age")
                try await look(page, "age", ["heading Age", "button Done"])
                try await page.press("Back")
                try await page.reach("Ben")
                try await page.press("Preferred position")
                try await page.reach("Preferred position")
                try await page.press("Winger")
                try await page.wait(until: "button('Done')")
                try await page.run("button('Done').focus()")
                try await look(page, "edit", ["radiogroup Preferred position", "radio Winger", "button Done"])
                try await page.press("Back")
                try await page.reach("Ben")
                try await page.press("Back")
                try await page.reach("Players")
                try await gather(evening, names)
            }
        }

        @Test func `the banner covers neither the bar nor the players, wherever the page is scrolled to`() async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben", "Dan", "Eve"] { try await evening.add(name) }
                await evening.stopPages()
                for width in [360, 768] {
                    try await page.look(width, 420)
                    try await page.run("scrollTo(0, document.body.scrollHeight)")
                    let lower = "document.getElementById('status').getBoundingClientRect().bottom"
                    let bar = "[...document.querySelectorAll('.bar')].find(seen).getBoundingClientRect().top"
                    try await page.wait(until: "\(lower) > 20 && scrollY > 0 && Math.abs(\(bar) - \(lower)) < 1")
                    try await page.screenshot("banner-\(width)")
                }
            }
        }

        @Test(arguments: [false, true])
        func `an option chosen with the arrow keys has a ring, and Enter saves it`(forcedColors: Bool) async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Ada")
                try await page.press("Ada")
                try await page.reach("Ada")
                try await page.press("Skill")
                try await page.reach("Skill")
                try await page.press("Amateur")
                try await page.look(360, 740, forcedColors: forcedColors)
                try await page.run("document.querySelector('.options :checked').focus()")
                for name in ["Professional", "Beginner"] {
                    try await page.key("ArrowDown")
                    try await page.wait(until: "document.activeElement.closest('label')?.textContent === '\(name)'")
                    #expect(try await page.run("hasVisibleFocus()") == "true", "\(name)")
                }
                try await page.wait(until: "button('Done')")
                try await page.key("Enter")
                try await page.reach("Ada")
                try await page.read("Beginner")
            }
        }

        private func position(_ name: String, _ position: String, _ page: Page) async throws {
            try await page.press(name)
            try await page.reach(name)
            try await page.press("Preferred position")
            try await page.press(position)
            try await page.press("Done")
            try await page.reach(name)
            try await page.press("Back")
            try await page.reach("Players")
        }

        private func gather(_ evening: Evening, _ names: [String]) async throws {
            let page = evening.page
            try await page.press("Select")
            for name in names.prefix(6) { try await page.press(name) }
            try await look(
                page, "selection", ["checkbox Ben Position: Striker Skill: unknown", "button Confirm players"])
            try await page.press("Confirm players")
            try await page.reach("Confirm Players")
            try await page.read("Nobody is in this team yet.")
            let taps = [("Ben", 1), ("Ada Lovelace", 1), ("Eve", 1), ("Eve", 2), ("Dan", 1), ("Dan", 2)]
            for (name, team) in taps {
                try await page.press(name)
                try await page.wait(until: "players(\(team)).endsWith('\(name)')")
            }
            #expect(try await !page.text.contains("Nobody is in this team yet."))
            try await look(page, "teams", ["list Bench", "list Team A", "button Ben, Striker"])
            try await page.press("Start Gather")
            try await page.reach("Gather in progress")
            try await page.press("TEAM A +1")
            try await look(page, "gather", ["timer", "button TEAM A +1", "list Team B", "button End Gather"])
            try await page.press("End Gather")
            try await page.read("Are you sure you want to end the gather?")
            try await look(page, "end", ["alertdialog End Gather", "button Cancel"])
            try await page.press("Cancel")
            try await page.press("Set")
            try await look(page, "picker", ["group Set", "combobox minutes"])
        }

        private func look(_ page: Page, _ name: String, _ nodes: [String]) async throws {
            try await page.expectNoProblems(name)
            let tree = try await page.accessibilityTree()
            for node in nodes { #expect(tree.contains(node), "\(node) on \(name): \(tree)") }
        }
    }
}
