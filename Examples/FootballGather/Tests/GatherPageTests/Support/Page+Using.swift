import Foundation

/// A person uses the page with a mouse and a keyboard, and finds things by the texts on them.
extension Page {
    /// Waits until a condition is true. The condition is checked whenever the page changes. After a minute it fails, and reports
    /// what is shown.
    func wait(until condition: String) async throws {
        let script = "await until(() => \(condition), \(quoted(condition)))"
        do {
            try await run(script)
        } catch let failure as Browser.Failure where failure.description.contains("navigated") {
            // The page was loaded again while it was asked. Its next document answers.
            try await run(script)
        }
    }

    /// Waits until a text is shown.
    func read(_ text: String) async throws {
        try await wait(until: "shown().includes(\(quoted(text)))")
    }

    /// Waits until the screen with this title is on top.
    func reach(_ title: String) async throws {
        try await wait(until: "title() === \(quoted(title))")
    }

    var text: String { get async throws { try await run("shown()") } }

    // MARK: Mouse

    /// Clicks a button with the mouse, by its caption or the name on it.
    func press(_ caption: String) async throws {
        try await click("button(\(quoted(caption)))")
    }

    /// Clicks into a field, by its label.
    func focus(_ label: String) async throws {
        try await click("field(\(quoted(label)))")
    }

    /// Clicks on an element, as soon as it can be clicked.
    func click(_ element: String) async throws {
        let point = try await place(of: element)
        try await mouse("mousePressed", point)
        try await mouse("mouseReleased", point)
    }

    /// Drags one element onto another with the mouse.
    func drag(_ element: String, to target: String) async throws {
        _ = try await place(of: element)
        let to = try await place(of: target)
        // The page may have scrolled to the target.
        let from = try await middle(of: element)
        try await mouse("mousePressed", from)
        for step in 1...4 {
            let part = Double(step) / 4
            try await mouse("mouseMoved", [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
        }
        try await mouse("mouseReleased", to)
    }

    /// The middle of an element, when nothing covers it.
    func place(of element: String) async throws -> [Double] {
        let place = try await run(
            "await until(() => canBeClicked(\(element)) && middle(\(element)), \(quoted(element)))")
        return try JSONDecoder().decode([Double].self, from: Data(place.utf8))
    }

    func middle(of element: String) async throws -> [Double] {
        try JSONDecoder().decode([Double].self, from: Data(try await run("middle(\(element))").utf8))
    }

    /// A text as a script returns it.
    func quotedText(_ text: String) -> String { "\"\(text)\"" }

    // MARK: Keyboard

    /// Replaces the text of a field.
    func fill(_ label: String, _ text: String) async throws {
        try await focus(label)
        try await call(
            "Input.dispatchKeyEvent",
            ["type": "keyDown", "key": "a", "code": "KeyA", "modifiers": 2, "commands": ["selectAll"]])
        try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": "a", "code": "KeyA", "modifiers": 2])
        try await type(text)
    }
}
