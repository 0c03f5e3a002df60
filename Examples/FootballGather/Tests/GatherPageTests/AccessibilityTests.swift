import Testing

extension PageTests {
    /// The page for people who use a keyboard, large letters, other colours, or a small screen. `LookTests` measures each screen.
    @MainActor @Suite struct AccessibilityTests {
        private static let focused =
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"

        /// A window behind another one gets no events of the focus.
        nonisolated private static let behind =
            "addEventListener('focusin', event => event.stopImmediatePropagation(), true);\n"

        @Test(arguments: ["", behind])
        func `the focus is never lost: after adding, deleting, and at the end of a score`(script: String) async throws {
            try await Evening.run(running: script) { evening in
                let page = evening.page
                try await evening.register()
                func activate(_ caption: String) async throws {
                    try await page.wait(until: "button(\(page.quoted(caption)))")
                    try await page.run("button(\(page.quoted(caption))).focus()")
                    try await page.key("Enter")
                }
                for name in ["Ada", "Ben", "Cem"] {
                    try await activate("Add player")
                    try await page.reach("Add Player")
                    try await page.type(name)
                    try await page.key("Enter")
                    try await page.reach("Players")
                    try await page.wait(until: "button(\(page.quoted(name)))")
                    #expect(try await page.run(Self.focused) == "\"Add player\"", "after adding \(name)")
                }
                try await activate("Edit")
                for (name, next) in [("Ben", "Delete: Cem"), ("Cem", "Delete: Ada")] {
                    try await activate("Delete: \(name)")
                    try await activate("Delete")
                    try await page.wait(until: "!shown().includes(\(page.quoted(name)))")
                    #expect(try await page.run(Self.focused) == page.quotedText(next), "after deleting \(name)")
                }
                try await activate("Delete: Ada")
                try await activate("Delete")
                try await page.read("There aren't any players for your user.")
                #expect(try await page.run("document.activeElement !== document.body") == "true")

                try await evening.startGather()
                for caption in ["TEAM A +1", "TEAM A −1"] { try await activate(caption) }
                try await page.wait(until: "document.querySelector('output').value === '0'")
                #expect(try await page.run(Self.focused) == "\"TEAM A −1\"")
                // Its ring does not fade, although it is disabled.
                try await page.wait(until: "document.activeElement.ariaDisabled === 'true' && hasVisibleFocus()")
                try await page.key("Tab")
                #expect(try await page.run(Self.focused) == "\"TEAM A +1\"")
            }
        }

        @Test func `a button that is disabled when its screen is shown again gets the focus as soon as it is enabled`()
            async throws
        {
            try await Evening.run { evening in
                // Two screens whose states this test sends, in place of an app whose answers come in one order.
                try await evening.page.run(
                    """
                    await Promise.all([import("/stage.js"), import("/dom.js")]).then(([{ stage }, { enable, h }]) => {
                      const scene = id => ({ name: `${id}`, place: { field: "path", id }, state: true, onClose() {},
                        watch(show) { this.show = state => { this.state = state; show(state); }; show(this.state); } });
                      const [list, add] = [scene(1), scene(2)];
                      const flow = { state: { path: [{ id: 1 }], labels: {} },
                        onChild(open) { this.open = open; open(list); } };
                      const make = () => {
                        const [heading, button] = [h("h1", { tabIndex: -1 }), h("button")];
                        const element = h("section", { hidden: true }, h("header", {}, heading), h("main", {}, button));
                        return { element, heading, first: button, showBack() {}, title: () => "",
                          show: isEnabled => enable(button, isEnabled) };
                      };
                      const { render } = stage(flow, { make, ask() {} });
                      const go = path => { flow.state = { ...flow.state, path }; render(); };
                      globalThis.test = { list, add, flow, go };
                    })
                    """)
                func focused() async throws -> String {
                    try await evening.page.run(
                        "[document.activeElement.localName, document.activeElement.closest('section') === test.section]"
                    )
                }
                try await evening.page.run("(test.section = document.activeElement.closest('section'), 0)")
                #expect(try await focused() == #"["button",true]"#)
                try await evening.page.run("(test.flow.open(test.add), test.go([{ id: 1 }, { id: 2 }]))")
                #expect(try await focused() == #"["button",false]"#)
                try await evening.page.run("(test.list.show(false), test.go([{ id: 1 }]))")
                #expect(try await focused() == #"["h1",true]"#)
                try await evening.page.run("test.list.show(true)")
                #expect(try await focused() == #"["button",true]"#)
            }
        }

        @Test(arguments: [(800, 600, false), (360, 640, true)])
        func `what has the focus has a ring, and is never under the bar or the footer`(
            width: Int, height: Int, forcedColors: Bool
        ) async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Player 1")
                try await evening.change(
                    """
                    INSERT INTO players (user_number, name)
                    WITH RECURSIVE numbers (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < 20)
                    SELECT users.number, 'Player ' || numbers.number FROM users, numbers
                    """)
                try await page.press("Reload")
                try await page.wait(until: "button('Player 20')")
                try await page.look(width, height, forcedColors: forcedColors)
                try await page.focus("Search players")
                for _ in 1...22 {
                    try await page.key("Tab")
                    #expect(try await page.run("hasVisibleFocus() || (\(Self.focused))") == "true")
                }
                for _ in 1...22 {
                    try await page.call(
                        "Input.dispatchKeyEvent",
                        ["type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9, "modifiers": 8])
                    #expect(try await page.run("hasVisibleFocus() || (\(Self.focused))") == "true")
                }
            }
        }

        @Test func `a player who was just ticked looks ticked, also under the pointer and with forced colours`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }
                try await page.press("Select")
                try await page.press("Ada")
                try await page.wait(until: "document.querySelector('[aria-checked=true]')")
                func look(_ name: String) async throws -> String {
                    // Colours change slowly.
                    try await page.run(
                        "await Promise.all(document.getAnimations().map(each => each.finished)).then(() => 0)")
                    return try await page.run(
                        """
                        (row => [getComputedStyle(row).backgroundColor, getComputedStyle(row.querySelector('.face')).backgroundColor,
                          row.querySelector('.icon').checkVisibility()])(button('\(name)'))
                        """)
                }
                let hovered = try await look("Ada")
                try await page.mouse("mouseMoved", [1, 1])
                #expect(try await look("Ada") == hovered, "the pointer changes nothing")
                #expect(try await look("Ben") != hovered)
                for isDark in [false, true] {
                    try await page.look(360, 740, isDark: isDark, forcedColors: true)
                    let (ticked, other) = (try await look("Ada"), try await look("Ben"))
                    #expect(ticked.hasSuffix("true]") && other.hasSuffix("false]"), "the tick")
                    #expect(ticked.dropLast(5) != other.dropLast(6), "and the colours")
                }
            }
        }

        @Test func `on a telephone one tap puts a player into Team B, and the clock is free on its side`() async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }
                try await page.look(360, 740)
                try await evening.choose("Ada", "Ben")
                // The hint is about the buttons where there are any.
                for (width, scale, hint) in [(1280, 1, "Drag"), (1280, 2, "Tap A or B"), (360, 1, "Tap A or B")] {
                    try await page.look(width, 740, scale: scale)
                    let shown = try await page.run("document.querySelector('.hint').innerText")
                    #expect(shown.hasPrefix("\"\(hint)"), "\(width) pixels, letters of \(scale)00 %")
                }
                try await page.press("Ada: Team B")
                try await page.wait(until: "players(2) === 'Ada'")
                #expect(try await page.run("document.activeElement !== document.body") == "true")
                try await page.press("Ben: Team A")
                try await page.press("Start Gather")
                try await page.reach("Gather in progress")
                try await page.look(740, 360)
                try await page.run("scrollTo(0, 0)")
                let free = """
                    ['.time', '.stepper output'].every(name => {
                      const element = document.querySelector(`[data-screen=gather] ${name}`);
                      element.scrollIntoView({ block: 'center' });
                      return element.contains(document.elementFromPoint(...middle(element)));
                    })
                    """
                #expect(try await page.run(free) == "true")
                // The panel has the only `Cancel`.
                let cancels =
                    "[...document.querySelectorAll('button')].filter(b => seen(b) && b.textContent === 'Cancel').length"
                #expect(try await page.run(cancels) == "0")
                try await page.press("Set")
                try await page.wait(until: "field('minutes')")
                #expect(try await page.run(cancels) == "1")
            }
        }

        @Test func `FG-TIMER-05 D21 each end of the time is shown, announced and sounded, once`() async throws {
            let ears = """
                globalThis.sounds = 0;
                const Real = globalThis.AudioContext;
                globalThis.AudioContext = class extends Real { constructor() { super(); globalThis.sounds += 1; } };
                globalThis.heard = [];
                addEventListener("DOMContentLoaded", () => {
                  const said = document.getElementById("said");
                  new MutationObserver(() => heard.push(said.textContent)).observe(said, { childList: true });
                });

                """
            try await Evening.run(running: ears) { evening in
                let page = evening.page
                try await evening.register()
                try await evening.startGather()
                // The second one is announced although the text is the same.
                for count in 1...2 {
                    try await page.press("Set")
                    try await page.wait(until: "field('minutes')")
                    try await evening.setTwoSeconds()
                    try await evening.startCountdown(andPass: .seconds(2))
                    try await page.read("Time is up")
                    try await page.wait(until: "heard.filter(text => text === 'Time is up').length === \(count)")
                    #expect(try await page.run("sounds") == "\(count)")
                    #expect(try await page.run("button('Start') == null") == "true")
                    if count == 1 { try await page.expectNoProblems("time-is-up") }
                    try await page.press("TEAM B +1")
                    try await page.wait(until: "document.querySelectorAll('output')[1].value === '\(count)'")
                    #expect(try await page.run("sounds") == "\(count)")
                    try await page.press("Reset")
                    try await page.read("10:00")
                    try await page.wait(until: "document.querySelector('.up').textContent === ''")
                }
            }
        }

        @Test func `FG-TIMER-05 D21 the end of the time is announced also while a question is open`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.startGather()
                try await page.press("Set")
                try await page.wait(until: "field('minutes')")
                try await evening.setTwoSeconds()
                try await page.press("Start")
                try await page.wait(until: "button('Pause')")
                await evening.clock.sleepers(1)
                try await page.press("End Gather")
                try await page.read("Are you sure you want to end the gather?")
                await evening.clock.advance(by: .seconds(2))
                // What is outside the question is inert.
                try await page.wait(until: "document.querySelector('dialog:modal #said')?.textContent === 'Time is up'")
            }
        }

        @Test func `after a logout the first field has the focus, and not the button that was pressed before`()
            async throws
        {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await page.press("Log Out")
                try await page.reach("Login")
                let label = "document.activeElement.labels[0]"
                #expect(try await page.run("\(label).textContent") == "\"Enter username\"")
                try await page.focus("Enter username")
                try await page.type("ada")
                #expect(try await page.run("\(label).offsetHeight > 10") == "true", "it is seen beside what is typed")
            }
        }

        @Test func `the picture of a player is the first letter of the name, and a flag is one letter`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                try await evening.add("Ada")
                #expect(try await page.run("document.querySelector('.face span').textContent") == "\"A\"")
                try await evening.change("UPDATE players SET name = '🇰🇷 Min', version = version + 1")
                try await page.press("Reload")
                try await page.wait(until: "button('🇰🇷 Min')")
                #expect(try await page.run("document.querySelector('.face span').textContent") == "\"🇰🇷\"")
            }
        }

        @Test func `players are found by a part of their name`() async throws {
            try await Evening.run { evening in
                let page = evening.page
                try await evening.register()
                for name in ["Ada", "Ben"] { try await evening.add(name) }
                try await page.focus("Search players")
                try await page.type("AD")
                try await page.wait(until: "button('Ada') && !button('Ben')")
                try await page.type("x")
                try await page.read("No player’s name contains “ADx”.")
                try await page.expectNoProblems("nobody")
                try await page.fill("Search players", "e")
                try await page.wait(until: "button('Ben') && !button('Ada')")
            }
        }
    }
}
