import Foundation
import Synchronization

/// Chromium without a window. The tests control it with the DevTools protocol over a pair of pipes.
final class Browser: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct State: ~Copyable {
        var last = 0
        var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
        var isOver = false
    }

    private let process: ChildProcess
    private let input = ChildProcess.pipe()
    private let output = ChildProcess.pipe()
    private let folder: URL
    private let state = Mutex(State())

    /// The path of the program, if it is installed.
    static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    init() throws {
        guard let program = Self.program else {
            throw Failure(description: "Chromium is missing: apt-get install chromium")
        }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Chromium uses descriptors 3 and 4 for the protocol.
        process = try ChildProcess(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
                "--user-data-dir=\(folder.path)", "--window-size=800,600", "about:blank",
            ],
            environment: ["HOME": folder.path],
            descriptors: [
                0: ChildProcess.nothing, 1: ChildProcess.nothing, 2: ChildProcess.nothing, 3: input.reading,
                4: output.writing,
            ])
        try input.reading.close()
        try output.writing.close()
        Thread.detachNewThread { [self] in read() }
    }

    /// Opens a page in a window of its own, whose cookies and files no other page shares.
    func open(_ address: String) async throws -> Page {
        let context = try await call("Target.createBrowserContext")["browserContextId"] ?? ""
        let target =
            try await call(
                "Target.createTarget", ["url": "about:blank", "browserContextId": context])["targetId"] ?? ""
        let session = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
        let page = Page(browser: self, session: session as? String ?? "")
        try await page.call("Page.enable")
        try await page.open(address)
        return page
    }

    func close() async {
        // The browser ends itself, so that none of its processes writes into the folder afterwards.
        if (try? await call("Browser.close")) == nil { await process.kill() }
        await process.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Calls a method of the protocol.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) async throws -> [String: Any]
    {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        var message: [String: Any] = ["id": id, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
        let answer = try await withCheckedThrowingContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting[id] = continuation }
                return state.isOver
            }
            if isOver { continuation.resume(throwing: Failure(description: "The browser has ended.")) }
            input.writing.write(bytes)
        }
        let object = try JSONSerialization.jsonObject(with: answer) as? [String: Any] ?? [:]
        if let error = object["error"] { throw Failure(description: "\(method): \(error)") }
        return object["result"] as? [String: Any] ?? [:]
    }

    private func read() {
        var received = Data()
        while true {
            let chunk = output.reading.availableData
            guard !chunk.isEmpty else { break }
            received.append(chunk)
            while let end = received.firstIndex(of: 0) {
                take(Data(received[..<end]))
                received = Data(received[(end + 1)...])
            }
        }
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values {
            continuation.resume(throwing: Failure(description: "The browser has ended."))
        }
    }

    private func take(_ message: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
            let id = object["id"] as? Int
        else { return }
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: message)
    }
}

/// A page in the browser.
struct Page: Sendable {
    let browser: Browser
    let session: String

    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        try await browser.call(method, parameters, session: session)
    }

    /// Goes to an address. Returns before the page is loaded.
    func open(_ address: String) async throws {
        try await call("Page.navigate", ["url": address])
    }

    /// Runs a script, and returns its result as JSON. If the result is a promise, waits for it.
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
            throw Browser.Failure(description: "\(exception?["description"] ?? details)")
        }
        return (result["result"] as? [String: Any])?["value"] as? String ?? ""
    }

    /// Waits until a condition holds. The page evaluates it in each frame.
    func wait(until condition: String) async throws {
        try await run(
            """
            await new Promise(resolve => {
              const look = () => {
                try { if (\(condition)) return resolve(true); } catch {}
                requestAnimationFrame(look);
              };
              look();
            })
            """)
    }

    /// Clicks on an element with the mouse.
    func click(_ selector: String) async throws {
        let place = try await run(
            """
            await (async () => {
              const element = document.querySelector(\(quoted(selector)));
              element.scrollIntoView();
              const box = element.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            })()
            """)
        let point = try JSONDecoder().decode([Double].self, from: Data(place.utf8))
        for type in ["mousePressed", "mouseReleased"] {
            try await call(
                "Input.dispatchMouseEvent",
                ["type": type, "x": point[0], "y": point[1], "button": "left", "clickCount": 1])
        }
    }

    /// Types into the element that has the focus.
    func type(_ text: String) async throws {
        for character in text {
            try await call("Input.dispatchKeyEvent", ["type": "char", "text": String(character)])
        }
    }

    func press(_ key: String) async throws {
        let codes = ["Enter": 13, "Tab": 9, "Escape": 27]
        for type in ["keyDown", "keyUp"] {
            var event: [String: Any] = [
                "type": type, "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
            ]
            if key == "Enter", type == "keyDown" { event["text"] = "\r" }
            try await call("Input.dispatchKeyEvent", event)
        }
    }

    /// Takes a picture of the page. If `SCREENSHOTS` names a folder, also writes it into a file there.
    @discardableResult
    func screenshot(_ name: String) async throws -> Data {
        let text = try await call("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
        let data = Data(base64Encoded: text) ?? Data()
        if let folder = ProcessInfo.processInfo.environment["SCREENSHOTS"] {
            try data.write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).png"))
        }
        return data
    }

    /// Returns what assistive technology reads: role and name of each node that is not ignored, in order.
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

    private func quoted(_ text: String) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: [text])) ?? Data(), as: UTF8.self) + "[0]"
    }
}
