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
        var events: [String: AsyncStream<Void>.Continuation] = [:]
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
        folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Chromium uses descriptors 3 and 4 for the protocol.
        process = try ChildProcess(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                "--remote-debugging-pipe", "--user-data-dir=\(folder.path)", "--window-size=800,600", "about:blank",
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
    ///
    /// - Parameter script: Runs before the scripts of each document.
    func open(_ address: String, running script: String = "") async throws -> Page {
        let context = try await call("Target.createBrowserContext")["browserContextId"] as? String ?? ""
        let page = try await page(in: context, isWindow: false)
        try await page.call("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        try await page.open(address)
        return page
    }

    /// Opens a tab or a window beside another page. All of them share their connections. A new tab hides the others of its window.
    ///
    /// - Parameter script: Runs before the scripts of each document.
    func open(_ address: String, beside page: Page, isWindow: Bool, running script: String = "") async throws -> Page {
        let page = try await self.page(in: page.context, isWindow: isWindow)
        try await page.call("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        let loaded = next("Page.loadEventFired", session: page.session)
        try await page.call("Page.navigate", ["url": address])
        for await _ in loaded {}
        return page
    }

    private func page(in context: String, isWindow: Bool) async throws -> Page {
        var parameters: [String: Any] = ["url": "about:blank", "browserContextId": context]
        // The first page of a context always has a window of its own.
        if isWindow { parameters["newWindow"] = true }
        let target = try await call("Target.createTarget", parameters)["targetId"] as? String ?? ""
        let session = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
        let page = Page(browser: self, session: session as? String ?? "", target: target, context: context)
        try await page.call("Page.enable")
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

    /// Returns the next event of this kind in a session, from now on.
    func next(_ event: String, session: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.events["\(session) \(event)"] = continuation }
        return stream
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
            for event in state.events.values { event.finish() }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values {
            continuation.resume(throwing: Failure(description: "The browser has ended."))
        }
    }

    private func take(_ message: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any] else { return }
        if let id = object["id"] as? Int {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: message)
        } else if let event = object["method"] as? String, let session = object["sessionId"] as? String {
            state.withLock { $0.events.removeValue(forKey: "\(session) \(event)") }?.finish()
        }
    }
}
