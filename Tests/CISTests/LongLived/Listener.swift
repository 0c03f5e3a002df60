import CIS
import TestSupport

/// A scene that listens to the sources that its state names.
enum Listener: SceneDefinition {
    enum Action: Sendable, Equatable {
        case heard(String)
        case failed
        case set([String])
    }

    typealias UseCase = Never

    enum Mutation: Sendable {
        case heard(String)
        case set([String])
        case other
    }

    struct State: SceneState, Codable, Equatable {
        /// The ids of the sources that should be open.
        var wanted: [String] = []
        var heard: [String] = []
        var others = 0
        var domainState = DomainState()

        struct DomainState: Sendable, Codable, Equatable {}
    }
}

@MainActor
final class ListenerStore: Store {
    let publisher: StatePublisher<Listener.State>

    init(_ state: Listener.State) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout Listener.State, by mutation: Listener.Mutation) {
        switch mutation {
        case .heard(let element): state.heard.append(element)
        case .set(let wanted): state.wanted = wanted
        case .other: state.others += 1
        }
    }
}

@MainActor
final class ListenerController: Controller {
    private let store: ListenerStore
    private let probe: LifetimeProbe
    /// Called with each action that runs.
    var onAction: ((Listener.Action) -> Void)?
    /// The gate at which the action waits after it has set the sources.
    var gate: Gate?

    init(store: ListenerStore, probe: LifetimeProbe) {
        self.store = store
        self.probe = probe
    }

    func handle(_ action: Listener.Action) async {
        switch action {
        case .heard(let element): store.execute(.heard(element))
        case .failed: store.execute(.heard("failure"))
        case .set(let wanted): store.execute(.set(wanted))
        }
        onAction?(action)
        if case .set = action { await gate?.pass() }
    }
}

/// A listener, with everything that a test may check.
@MainActor
final class ListenerScene {
    typealias Sources = (borrowing Listener.State) -> [SceneSource<Listener.Action>]

    private(set) var runtime: SceneRuntime<Listener>?
    let store: ListenerStore
    private(set) weak var controller: ListenerController?
    let reports = ReportLog()
    let live = LiveCount()
    private let actions = Recorder<Listener.Action>()

    init(_ wanted: [String] = [], clock: (any Clock<Duration>)? = nil, sources: @escaping Sources) {
        let store = ListenerStore(Listener.State(wanted: wanted))
        let controller = ListenerController(store: store, probe: LifetimeProbe(live))
        controller.onAction = { [actions] in actions.note($0) }
        self.store = store
        self.controller = controller
        runtime = SceneRuntime(controller: controller, store: store, diagnostics: reports.reporter, clock: clock)
        runtime?.sources(sources)
    }

    /// A listener whose sources are the given feeds, by name.
    convenience init(_ wanted: [String] = [], to feeds: [String: ManualSequence]) {
        self.init(wanted) { state in
            state.wanted.compactMap { name in
                feeds[name].map { SceneSource(name, $0.open, action: { .heard($0) }, failure: { _ in .failed }) }
            }
        }
    }

    var heard: [String] { store.state.heard }
    /// The actions that ran, in order.
    var ran: [Listener.Action] { actions.entries }

    /// Sets the sources that should be open, from outside.
    func want(_ names: String...) {
        store.execute(.set(names))
    }

    /// Suspends until the given number of elements has been received.
    func hears(_ count: Int) async {
        guard let runtime else { return }
        for await heard in runtime.values(\.heard) where heard.count >= count { return }
    }

    func release() {
        runtime = nil
    }
}
