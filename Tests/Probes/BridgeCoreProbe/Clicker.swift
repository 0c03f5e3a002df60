import CIS
import CISBridge

/// A scene that counts, and does in its handler what a test gives it.
enum Clicker: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case click, call }
    enum Mutation: Sendable { case clicked }
    struct State: SceneState, Codable { var count = 0 }

    /// What the action `call` does.
    @MainActor static var call: () -> Void = {}
    @MainActor weak static var lastStore: ClickerStore?

    @MainActor
    static func assemble() -> SceneRuntime<Clicker> {
        let store = ClickerStore(Clicker.State(), worker: ())
        lastStore = store
        return SceneRuntime<Clicker>(controller: ClickerController(store: store), store: store)
    }

    @MainActor
    static func app(limits: BridgeLimits = BridgeLimits()) -> BridgedApp {
        BridgedApp(limits: limits) { BridgedScene("clicker") { Clicker.assemble() } }
    }
}

final class ClickerController: SceneController<Clicker>, Controller {
    func handle(_ action: Clicker.Action) async {
        switch action {
        case .click: store.execute(.clicked)
        case .call: Clicker.call()
        }
    }
}

final class ClickerStore: SceneStore<Clicker>, Store {
    nonisolated static func mutate(_ state: inout Clicker.State, by mutation: Clicker.Mutation) { state.count += 1 }
}

@MainActor private let app = Clicker.app()
@MainActor private var tinyLimits: BridgeLimits {
    var limits = BridgeLimits()
    limits.waitingBytes = 200
    return limits
}

// Not of the main actor, as in apps, because Swift cannot make C function pointers of such functions.

/// An app that stays.
@c func clickerApp() { MainActor.assumeIsolated { app.offerToHost() } }
/// An app that nobody keeps but its cores.
@c func fleetingApp() { MainActor.assumeIsolated { Clicker.app().offerToHost() } }
/// An app with little room.
@c func tinyApp() { MainActor.assumeIsolated { Clicker.app(limits: tinyLimits).offerToHost() } }
/// No app.
@c func noApp() {}
/// A function that turns, which nothing of an app may do.
@c func turningApp() { MainActor.assumeIsolated { Clicker.call() } }
