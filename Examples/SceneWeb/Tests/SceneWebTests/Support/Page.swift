import Foundation

/// A page in the browser.
struct Page: Sendable {
    let browser: Browser
    let session: String
    /// The tab or window.
    let target: String
    /// What shares cookies, files and connections with other pages.
    let context: String

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

    /// Goes to an address, and comes back.
    ///
    /// - Parameter page: The address of the page, which is opened again: the browser keeps the document that was left. If it is `nil`, the
    ///   page comes back with the browser's button: most often it is the same document.
    func leaveAndComeBack(by address: String, to page: String? = nil) async throws {
        let left = browser.next("Page.loadEventFired", session: session)
        try await call("Page.navigate", ["url": address])
        for await _ in left {}
        if let page { return try await open(page) }
        let history = try await call("Page.getNavigationHistory")
        let entries = history["entries"] as? [[String: Any]] ?? []
        let before = (history["currentIndex"] as? Int ?? 0) - 1
        let shown = browser.next("Page.frameNavigated", session: session)
        try await call("Page.navigateToHistoryEntry", ["entryId": entries[before]["id"] as? Int ?? 0])
        for await _ in shown {}
    }

    /// Closes the tab, as a user does. Its last requests may still be on their way.
    func close() async throws { try await browser.call("Target.closeTarget", ["targetId": target]) }

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

    // MARK: Mouse and keyboard

    func mouse(_ type: String, _ point: [Double]) async throws {
        try await call(
            "Input.dispatchMouseEvent",
            [
                "type": type, "x": point[0], "y": point[1], "button": "left", "clickCount": 1,
                "buttons": type == "mouseReleased" ? 0 : 1,
            ])
    }

    /// Types into the element that has the focus.
    func type(_ text: String) async throws {
        for character in text {
            try await call("Input.dispatchKeyEvent", ["type": "char", "text": String(character)])
        }
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

    // MARK: The appearance

    /// Stores a picture in a file, if the environment names a folder (`SCREENSHOTS`).
    func screenshot(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["SCREENSHOTS"] else { return }
        let text = try await call("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
        try Data(base64Encoded: text)?.write(to: URL(filePath: folder).appending(path: "\(name).png"))
    }

    /// Returns the role and the name of each node that assistive technology finds, in order.
    func accessibilityTree() async throws -> [String] {
        let nodes = try await call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
        return nodes.compactMap { node in
            guard node["ignored"] as? Bool != true else { return nil }
            let role = (node["role"] as? [String: Any])?["value"] as? String ?? ""
            let name = (node["name"] as? [String: Any])?["value"] as? String ?? ""
            guard !["StaticText", "InlineTextBox", "generic", "none", "ListMarker"].contains(role) else { return nil }
            return name.isEmpty ? role : "\(role) \(name)"
        }
    }

    /// A text as an expression of a script.
    func quoted(_ text: String) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: [text])) ?? Data(), as: UTF8.self) + "[0]"
    }
}
