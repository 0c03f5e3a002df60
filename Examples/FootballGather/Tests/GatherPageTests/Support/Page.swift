import Foundation

/// A page in the browser, used like a person uses it: with a mouse and a keyboard, by the texts on it.
struct Page: Sendable {
    let browser: Browser
    let session: String

    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        try await browser.call(method, parameters, session: session)
    }

    /// Goes to an address, and waits until the page is loaded.
    func open(_ address: String) async throws {
        let loaded = browser.next("Page.loadEventFired", session: session)
        try await call("Page.navigate", ["url": address])
        for await _ in loaded {}
        try await drawn()
    }

    func reload() async throws {
        let loaded = browser.next("Page.loadEventFired", session: session)
        try await call("Page.reload")
        for await _ in loaded {}
        try await drawn()
    }

    /// Waits until the page has been drawn. Before that, Chromium ignores clicks and keys.
    private func drawn() async throws {
        try await run("await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    }

    /// Runs a script, and returns its result as JSON. If the result is a promise, it waits for the promise.
    @discardableResult
    func run(_ script: String) async throws -> String {
        let result = try await call(
            "Runtime.evaluate",
            [
                "expression": "(async () => JSON.stringify(\(script)) ?? 'null')()", "awaitPromise": true,
                "returnByValue": true,
            ])
        if let details = result["exceptionDetails"] as? [String: Any] {
            let exception = details["exception"] as? [String: Any]
            throw Browser.Failure(description: "\(exception?["description"] ?? exception?["value"] ?? details)")
        }
        return (result["result"] as? [String: Any])?["value"] as? String ?? ""
    }

    /// Waits until a condition is true. The condition is checked whenever the page changes. After a minute it fails, and reports
    /// what is shown.
    func wait(until condition: String) async throws {
        try await run("await until(() => \(condition), \(quoted(condition)))")
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

    func mouse(_ type: String, _ point: [Double]) async throws {
        try await call(
            "Input.dispatchMouseEvent",
            [
                "type": type, "x": point[0], "y": point[1], "button": "left", "clickCount": 1,
                "buttons": type == "mouseReleased" ? 0 : 1,
            ])
    }

    /// The middle of an element, when nothing covers it.
    func place(of element: String) async throws -> [Double] {
        let place = try await run(
            "await until(() => canBeClicked(\(element)) && middle(\(element)), \(quoted(element)))")
        return try JSONDecoder().decode([Double].self, from: Data(place.utf8))
    }

    private func middle(of element: String) async throws -> [Double] {
        try JSONDecoder().decode([Double].self, from: Data(try await run("middle(\(element))").utf8))
    }

    // MARK: Keyboard

    /// Types into the element that has the focus.
    func type(_ text: String) async throws {
        for character in text {
            try await call("Input.dispatchKeyEvent", ["type": "char", "text": String(character)])
        }
    }

    /// Replaces the text of a field.
    func fill(_ label: String, _ text: String) async throws {
        try await focus(label)
        try await call(
            "Input.dispatchKeyEvent",
            ["type": "keyDown", "key": "a", "code": "KeyA", "modifiers": 2, "commands": ["selectAll"]])
        try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": "a", "code": "KeyA", "modifiers": 2])
        try await type(text)
    }

    func key(_ key: String) async throws {
        let codes = [
            "Enter": 13, "Tab": 9, "Escape": 27, "Space": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
            "ArrowDown": 40,
        ]
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = [
                "type": type, "key": key == "Space" ? " " : key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
            ]
            if key == "Enter", type == "keyDown" { event["text"] = "\r" }
            if key == "Space", type == "keyDown" { event["text"] = " " }
            try await call("Input.dispatchKeyEvent", event)
        }
    }

    func quoted(_ text: String) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: [text])) ?? Data(), as: UTF8.self) + "[0]"
    }
}
