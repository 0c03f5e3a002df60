import CIS
import GatherScenes

/// A scene that the terminal can show.
protocol Paged: SceneDefinition where State: Equatable {
    /// The action to send whenever the screen appears.
    @MainActor static var appeared: Action? { get }
    /// What the scene shows now.
    @MainActor static func page(of scene: SceneRuntime<Self>) -> Page
}

extension Paged {
    @MainActor static var appeared: Action? { nil }
}

/// A scene of any definition, as the presenter uses it.
@MainActor protocol Screen: SceneNode {
    var page: Page { get }
    func appear()
    /// Calls the function after every change, until the token is released.
    func onChange(_ change: @escaping @MainActor () -> Void) -> ObservationToken
    func attach(_ observer: any SceneObserver, on owner: AnyObject) -> ObservationToken
}

extension SceneRuntime: Screen where Definition: Paged {
    var page: Page { Definition.page(of: self) }

    func appear() {
        if let appeared = Definition.appeared { execute(appeared) }
    }

    func onChange(_ change: @escaping @MainActor () -> Void) -> ObservationToken {
        observe(\.self, initially: false) { _ in change() }
    }
}
