package import CIS
import CISInspector
import CISWorkers
import Foundation
package import GatherScenes
import GatherServer
import GatherServices

/// The part that all front ends share: the screens over a server, which may be the program's own.
@MainActor package final class GatherApp {
    package let options: Options
    private let address: URL
    private let clock: any Clock<Duration>
    private let requestClock: any Clock<Duration>
    /// The stores of the user of this machine.
    private let storage: GatherStorage
    private var usesStorage = false
    private let screens: KeptScreens
    private let server: GatherServer?
    private var recorder: Recorder?

    /// Starts a server if the options name none.
    ///
    /// - Parameters:
    ///   - options: Which server is used, and where things are kept.
    ///   - clock: The clock of the countdown.
    ///   - requestClock: The clock of requests without an answer (D22).
    /// - Throws: An error that is described by a sentence, if the own server cannot start.
    package init(
        _ options: Options, clock: any Clock<Duration> = ContinuousClock(),
        requestClock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        self.options = options
        self.clock = clock
        self.requestClock = requestClock
        let storage = GatherStorage(in: options.folder)
        self.storage = storage
        screens = KeptScreens(
            in: options.folder.appending(path: "screens"), server: options.serverName,
            session: { await storage.session() })
        // To print the types, no request is sent, so no server is needed.
        let needsServer = options.server == nil && options.host != .schema
        let server = needsServer ? try await Self.server(options) : nil
        self.server = server
        address =
            try server.map { try Self.url("http://127.0.0.1:\($0.port)") } ?? options.server
            ?? Self.url(GatherService.address)
    }

    /// The app for the user of this machine. It remembers the last user from one start to the next.
    package func flow() -> SceneRuntime<GatherFlow> {
        usesStorage = true
        return flow(storing: storage)
    }

    /// The app for the user of this machine, with the screens of the last program if that was killed.
    ///
    /// - Returns: The app, and a function that saves it. Call the function after each change.
    package func continuedFlow() async -> (flow: SceneRuntime<GatherFlow>, keep: () -> Void) {
        let flow = await screens.continued { self.flow() }
        return (flow, { [screens, weak flow] in if let flow { screens.keep(flow) } })
    }

    /// The app for one of several users.
    ///
    /// - Parameter storage: The stores of this user.
    func flow(storing storage: GatherStorage) -> SceneRuntime<GatherFlow> {
        GatherFlow.assemble(worker: service(storing: storage), clock: clock)
    }

    /// Runs a front end, and records its screens without passwords if there is a file for that.
    ///
    /// - Returns: The status of the program.
    /// - Throws: What the front end throws, or an error that is described by a sentence, if the recording cannot be written.
    package func recorded(during frontEnd: @MainActor () async throws -> Int32) async throws -> Int32 {
        // If the file cannot be made, neither the token nor the screens that were kept are touched.
        try await Recorder.record(to: options.recording, redacting: Redaction(\Login.Form.password)) { recorder in
            self.recorder = recorder
            return try await frontEnd()
        }
    }

    /// Records screens while ``recorded(during:)`` runs. Call it when they have their states.
    @discardableResult package func record(_ flow: SceneRuntime<GatherFlow>) -> SceneRuntime<GatherFlow> {
        recorder?.record(flow)
        return flow
    }

    /// FG-STORE-04: forgets the token, and stops the own server. Call it at the end of the program.
    package func end() async {
        // If this program has not used the token, another program may be using it.
        if usesStorage { await service(storing: storage).forgetToken() }
        await screens.end()
        await server?.stop()
    }

    private func service(storing storage: GatherStorage) -> GatherService {
        GatherService(address, storage: storage, transport: Self.transport, log: log, clock: requestClock)
    }

    private static func server(_ options: Options) async throws -> GatherServer {
        if options.database == nil {
            try FileManager.default.createDirectory(
                at: options.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        var serverOptions = ServerOptions()
        serverOptions.port = 0
        return try GatherServer(try await options.ownDatabase.open(), serverOptions)
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }

    /// D22: the technical descriptions of errors, for whoever runs the program for browsers. A terminal belongs to the screens.
    private var log: LogWorker {
        if case .web = options.host { LogWorker("football-gather", from: .notice) } else { .silent }
    }

    /// One for all users, so that they share connections.
    private static let transport = HTTPClient.defaultTransport()
}
