import CIS

/// An app whose scenes can be opened by name from a host in another process or language.
///
/// ```swift
/// let app = BridgedApp {
///     BridgedScene("movies") { (input: Movies.Input, host) in
///         Movies.assemble(input, picker: Picker(host.worker("picker")))
///     }
///     BridgedScene("settings") { Settings.assemble() }
/// }
/// // For each host that connects: bytes in, messages out.
/// let session = app.session()
/// ```
///
/// The app owns its sessions, and each session owns its scenes. Each ``BridgeSession`` keeps the app alive. When the
/// app is released, its sessions end, and with them their scenes and calls.
@MainActor
public final class BridgedApp {
    /// The limits for each host.
    public nonisolated let limits: BridgeLimits
    let retention: Duration
    let clock: any Clock<Duration>
    let scenes: [String: BridgedScene]
    /// Receives what could not be saved: the reporter that was current when the app was created.
    let reporter = DiagnosticReporter.current
    /// The types of the scenes. They are compared with the types that a host was built for.
    package private(set) lazy var schema = Schema(Array(scenes.values))
    /// The hash of the schema, by which a host recognises it.
    package private(set) lazy var schemaHash = schema.hash
    /// The sessions that have not ended, with or without a connection.
    private(set) var sessions: [String: SessionCore] = [:]
    /// The saved states of sessions whose retention time has passed, oldest first.
    private var saved: [SavedSession] = []
    /// The ids of the sessions without a connection. The one that lost its connection first comes first.
    private var retained: [String] = []
    private var lastSession = 0

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - limits: The limits for each host.
    ///   - retention: How long a session remains after its connection has ended. After that, the session ends, and only
    ///     the states of its scenes that are `Codable` are kept. If one of them cannot be saved, this is reported to the
    ///     `DiagnosticReporter` that was current when the app was created.
    ///   - clock: The clock that measures the retention time.
    ///   - scenes: The scenes, each with its name. If two have the same name, the last one is used.
    public init(
        limits: BridgeLimits = BridgeLimits(), retention: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(), @BridgedSceneBuilder scenes: () -> [BridgedScene]
    ) {
        self.limits = limits
        self.retention = retention
        self.clock = clock
        self.scenes = Dictionary(scenes().map { ($0.name, $0) }) { $1 }
    }

    deinit {
        // None of these sessions has a connection, because a connection keeps the app alive.
        let cores = Array(sessions.values)
        if !cores.isEmpty { Task { @MainActor in for core in cores { core.end() } } }
    }

    /// Makes the app's end of a new connection. The transport passes the host's bytes to it and takes messages from it.
    public func session() -> BridgeSession { BridgeSession(app: self) }

    /// The number of sessions that have not ended, with or without a connection.
    public var sessionCount: Int { sessions.count }

    /// The schema as JSON text: the types of the scenes as a host receives them. Clients are generated from it. Equal
    /// types give equal text.
    ///
    /// - Complexity: O(number of types), at the first call.
    public var schemaText: String { schema.text }

    // MARK: Sessions

    func newSession() -> SessionCore {
        lastSession += 1
        let core = SessionCore(id: "s-\(lastSession)", app: self)
        sessions[core.id] = core
        return core
    }

    func forget(_ core: SessionCore) {
        sessions[core.id] = nil
        retained.removeAll { $0 == core.id }
    }

    /// Records that a session has lost its connection. If too many sessions have none, those that lost theirs first
    /// expire.
    func retain(_ core: SessionCore) {
        retained.removeAll { $0 == core.id }
        retained.append(core.id)
        while retained.count > limits.retainedSessions, let oldest = retained.first {
            sessions[oldest]?.expire()
            retained.removeAll { $0 == oldest }
        }
    }

    /// Records that a session is connected again.
    func stopRetaining(_ core: SessionCore) {
        retained.removeAll { $0 == core.id }
    }

    func save(_ session: SavedSession) {
        saved.append(session)
        if saved.count > limits.retainedSessions { saved.removeFirst() }
    }

    /// Removes and returns a saved session, if the token is valid for it.
    func takeSaved(_ id: String, token: String) -> SavedSession? {
        guard let index = saved.firstIndex(where: { $0.id == id && $0.tokens.contains(token) }) else { return nil }
        return saved.remove(at: index)
    }

    /// Adds a session that was restored from a saved one.
    func adopt(_ core: SessionCore) {
        sessions[core.id] = core
    }
}
