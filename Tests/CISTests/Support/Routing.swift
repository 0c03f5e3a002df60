import CIS

/// A scene that presents one of several children, and receives an output when one is dismissed.
enum Routing: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Route: Sendable, Equatable {
        case sheet
        case alert
    }

    enum Mutation: Sendable, Equatable {
        case present(Route)
        case dismiss
    }

    struct State: SceneState {
        var route: Route?
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
final class RoutingStore: Store {
    let publisher: StatePublisher<Routing.State>
    /// Called by the worker when the route was dismissed.
    var dismissHandler: (() -> Void)?

    init(presenting route: Routing.Route?) {
        publisher = StatePublisher(Routing.State(route: route))
    }

    nonisolated static func mutate(_ state: inout Routing.State, by mutation: Routing.Mutation) {
        switch mutation {
        case .present(let route): state.route = route
        case .dismiss: state.route = nil
        }
    }

    func sideEffects(of mutation: Routing.Mutation, on state: Routing.State) {
        if mutation == .dismiss { dismissHandler?() }
    }
}
