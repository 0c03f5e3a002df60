import CIS
import CISBridge

/// A scene that counts. Its controller calls a closure of the test.
enum Clicker: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case click, call }
    enum Mutation: Sendable { case clicked }
    struct State: SceneState, Codable { var count = 0 }

    /// The function that the action `call` calls.
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

// Not isolated to the main actor, as in apps, because Swift cannot convert isolated functions to C function pointers.

/// An app that is never released.
@c func clickerApp() { MainActor.assumeIsolated { app.offerToHost() } }
/// An app that only its cores retain.
@c func fleetingApp() { MainActor.assumeIsolated { Clicker.app().offerToHost() } }
/// An app with small limits.
@c func tinyApp() { MainActor.assumeIsolated { Clicker.app(limits: tinyLimits).offerToHost() } }
/// Offers no app.
@c func noApp() {}
/// Calls the loop, which no function of an app may do.
@c func turningApp() { MainActor.assumeIsolated { Clicker.call() } }
