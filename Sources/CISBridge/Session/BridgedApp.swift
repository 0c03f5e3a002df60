/// An app whose scenes a host in another process or language can open, each by its name.
///
/// ```swift
/// let app = BridgedApp {
///     BridgedScene("movies") { (input: Movies.Input, host) in Movies.assemble(input, picker: Picker(host.worker("picker"))) }
///     BridgedScene("settings") { Settings.assemble() }
/// }
/// let session = app.session()      // for each host that connects: bytes in, messages out
/// ```
///
/// The app owns the sessions, and these own their scenes. Each connection holds the app; when it is released by them, too, its
/// sessions end, with their scenes and calls.
@MainActor
public final class BridgedApp {
    /// How much one host may ask for.
    public nonisolated let limits: BridgeLimits
    let retention: Duration
    let clock: any Clock<Duration>
    let scenes: [String: BridgedScene]
    /// The types of the scenes: hosts that were made for others can tell.
    package private(set) lazy var schema = Schema(Array(scenes.values))
    /// The hash of the schema.
    package private(set) lazy var schemaHash = schema.hash
    /// The sessions that have not ended, connected or not.
    private(set) var sessions: [String: SessionCore] = [:]
    /// What is left of sessions whose retention time is over, oldest first.
    private var saved: [SavedSession] = []
    /// The sessions that nobody is connected to, oldest first.
    private var retained: [String] = []
    private var lastSession = 0

    /// Makes an app.
    ///
    /// - Parameters:
    ///   - limits: How much one host may ask for.
    ///   - retention: How long a session outlives its connection. Afterwards only the states of its scenes are kept, where
    ///     they are `Codable`.
    ///   - clock: The clock that the retention goes by. The continuous clock of the system unless told otherwise.
    ///   - scenes: The scenes, each with its name. Of two with one name the last counts.
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
        // Those that nobody is connected to, because a connection would hold the app.
        let cores = Array(sessions.values)
        if !cores.isEmpty { Task { @MainActor in for core in cores { core.end() } } }
    }

    /// Makes the end of a connection: what a transport gives the bytes of a host to, and takes messages from.
    public func session() -> BridgeSession { BridgeSession(app: self) }

    /// The number of sessions that have not ended, connected or retained.
    public var sessionCount: Int { sessions.count }

    /// The types of the scenes, as a host sees them, as JSON text: what clients are generated from. The same for the same types.
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

    /// A session has lost its connection.
    func retain(_ core: SessionCore) {
        retained.removeAll { $0 == core.id }
        retained.append(core.id)
        while retained.count > limits.retainedSessions, let oldest = retained.first {
            sessions[oldest]?.expire()
            retained.removeAll { $0 == oldest }
        }
    }

    /// A session is connected again.
    func stopRetaining(_ core: SessionCore) {
        retained.removeAll { $0 == core.id }
    }

    func save(_ session: SavedSession) {
        saved.append(session)
        if saved.count > limits.retainedSessions { saved.removeFirst() }
    }

    /// Takes a session that was saved, if the token is its own.
    func takeSaved(_ id: String, token: String) -> SavedSession? {
        guard let index = saved.firstIndex(where: { $0.id == id && $0.tokens.contains(token) }) else { return nil }
        return saved.remove(at: index)
    }

    /// A session goes on that was saved.
    func adopt(_ core: SessionCore) {
        sessions[core.id] = core
    }
}
