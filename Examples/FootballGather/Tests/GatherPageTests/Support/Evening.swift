import CISTesting
import Foundation
import GatherApp
import GatherPage
import GatherServer
import SceneWeb
import Synchronization
import Testing

/// The page in a browser, the app behind it in this process, and a server that can be killed.
@MainActor final class Evening {
    let page: Page
    private let browser: Browser
    /// The clock of the countdown.
    let clock: ManualClock
    /// The clock of requests without an answer. It stands still, so that no request fails because the machine is busy.
    let requestClock = ManualClock()
    private(set) var pages: ScenePages
    /// The log of the server of the page.
    let log = Lines()
    private let folder: URL
    private let app: GatherApp
    private var server: ServerProcess
    /// Between the app and the server, if the test loses answers.
    private let proxy: LossyProxy?
    private var database: URL { folder.appending(path: "gather.sqlite") }

    /// Runs a test with a page, and ends everything.
    ///
    /// - Parameters:
    ///   - link: The screen to begin with.
    ///   - isLossy: Whether the test calls ``losingAnswer(after:_:)``.
    ///   - script: Runs before the scripts of the page.
    static func run(
        link: String = "", isLossy: Bool = false, running script: String = "",
        _ body: @MainActor (Evening) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gather-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let browser = try Browser()
        let result: Result<Void, any Error>
        do {
            let evening = try await Evening(browser, folder, link: link, isLossy: isLossy, script: script)
            do { result = .success(try await body(evening)) } catch { result = .failure(error) }
            await evening.end()
        } catch {
            result = .failure(error)
        }
        await browser.close()
        try result.get()
    }

    private init(_ browser: Browser, _ folder: URL, link: String, isLossy: Bool, script: String) async throws {
        self.folder = folder
        self.browser = browser
        clock = ManualClock()
        server = try await ServerProcess(port: ReservedPort(), database: folder.appending(path: "gather.sqlite"))
        proxy = try isLossy ? LossyProxy(to: server.port.number) : nil
        let serverPort = proxy?.port ?? server.port.number
        let options = try Options(["--server", "http://127.0.0.1:\(serverPort)"], folder: folder)
        app = try await GatherApp(options, clock: clock, requestClock: requestClock)
        pages = try GatherPage.startPages(of: app, port: 0, log: log.add)
        page = try await browser.open(pages.address + link, running: Page.helpers + script)
        try await page.wait(until: "document.body.dataset.ready === 'yes'")
    }

    private func end() async {
        await pages.stop()
        await app.end()
        await server.kill()
        proxy?.close()
    }

    func killServer() async { await server.kill() }

    func startServer() async throws { server = try await ServerProcess(port: server.port, database: database) }

    /// The server accepts requests, and does not answer.
    func pauseServer() { server.pause() }

    func resumeServer() { server.resume() }

    /// Opens the page on another device, which shares nothing with the first one.
    func device() async throws -> Page {
        let page = try await browser.open(pages.address, running: Page.helpers)
        try await page.wait(until: "document.body.dataset.ready === 'yes'")
        return page
    }

    /// Opens the page in a further tab or window of the same browser. It is a visit of its own, and shares the connections.
    func another(isWindow: Bool) async throws -> Page {
        let other = try await browser.open(pages.address, beside: page, isWindow: isWindow, running: Page.helpers)
        try await other.wait(until: "document.body.dataset.ready === 'yes'")
        return other
    }

    /// Does something that sends requests. The server does what they ask for, and is killed before one of its answers arrives.
    ///
    /// - Parameter answers: The number of answers that arrive before.
    func losingAnswer(after answers: Int = 0, _ body: @MainActor () async throws -> Void) async throws {
        let lost = try #require(proxy).loseNextAnswer(after: answers)
        try await body()
        await lost.whenItArrives { await server.kill() }
    }

    func stopPages() async { await pages.stop() }

    /// Serves the page again, as an app that does not know the pages of before.
    func startPages() throws { pages = try GatherPage.startPages(of: app, port: pages.port, log: log.add) }

    /// Changes the database without the server.
    func change(_ statement: Statement) async throws {
        let database = try await DatabaseLocation.file(database.path).open()
        _ = try await database.write { try $0.run(statement) }
        await database.close()
    }

    /// Returns the result of a query in the database.
    func stored(_ query: Statement) async throws -> [[Value]] {
        let database = try await DatabaseLocation.file(database.path).open()
        let rows = try await database.read { try $0.run(query).map(\.values) }
        await database.close()
        return rows
    }

    /// Returns the players of all gathers in the database, each with the team: `Ada: Team A`.
    func storedTeams() async throws -> [String] {
        try await stored(
            "SELECT p.name || ': ' || g.team FROM gather_players g JOIN players p ON p.id = g.player_id ORDER BY p.name"
        ).map { row in if case .string(let text)? = row.first { text } else { "\(row)" } }
    }

    // MARK: What tests do often

    func register(_ name: String = "ada", password: String = "secret") async throws {
        try await page.focus("Enter username")
        try await page.type(name)
        try await page.focus("Enter password")
        try await page.type(password)
        try await page.press("Register")
        try await page.reach("Players")
        try await page.read("There aren't any players for your user.")
    }

    /// Logs in as a user who has registered, on any device.
    func logIn(on page: Page, _ name: String = "ada", password: String = "secret") async throws {
        try await page.reach("Login")
        try await page.fill("Enter username", name)
        try await page.focus("Enter password")
        try await page.type(password)
        try await page.press("Login")
    }

    /// Adds two players, and starts a gather with one in each team.
    func startGather() async throws {
        for name in ["Ada", "Ben"] { try await add(name) }
        try await choose("Ada", "Ben")
        try await page.drag("button('Ada')", to: "team(1)")
        try await page.wait(until: "players(1) === 'Ada'")
        try await page.drag("button('Ben')", to: "team(2)")
        try await page.wait(until: "players(2) === 'Ben'")
        try await page.press("Start Gather")
        try await page.reach("Gather in progress")
    }

    /// Fills the form that `Set` has opened.
    func setTwoSeconds() async throws {
        try await page.type("0")
        try await page.key("Tab")
        try await page.type("2")
        try await page.press("Done")
        try await page.read("00:02")
    }

    func startCountdown(andPass time: Duration) async throws {
        try await page.press("Start")
        try await page.wait(until: "button('Pause')")
        await clock.sleepers(1)
        await clock.advance(by: time)
    }

    func add(_ name: String) async throws {
        try await page.press("Add player")
        try await page.reach("Add Player")
        try await page.type(name)
        try await page.press("Done")
        try await page.reach("Players")
        try await page.wait(until: "button(\(page.quoted(name)))")
    }

    /// Chooses players, and opens the screen with the teams.
    func choose(_ names: String...) async throws {
        try await page.press("Select")
        for name in names { try await page.press(name) }
        try await page.press("Confirm players")
        try await page.reach("Confirm Players")
    }
}

/// The lines of a log.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
