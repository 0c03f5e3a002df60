import CIS

/// Creates screens and records what happens to them, without retaining any.
@MainActor
final class ScreenFixture {
    /// The screens that are alive.
    let live = LiveCount()
    let reports = ReportLog()
    /// Records `made a` and `stopped a`, in order.
    let recorder = Recorder<String>()
    private(set) var made = 0
    /// The number of stopped screens, not counting a root.
    private(set) var stopped = 0
    /// The stores and controllers of the screens by name. A new screen replaces one with the same name.
    private var parts: [String: WeakParts] = [:]
    /// Called while a screen is assembled.
    var onMake: ((SceneRuntime<Screen>, ScreenController) -> Void)?

    private struct WeakParts {
        weak var controller: ScreenController?
    }

    /// Assembles a screen and the children of its state.
    func assemble(_ name: String = "root", _ state: Screen.State = Screen.State()) -> SceneRuntime<Screen> {
        var state = state
        state.name = name
        let outputs = OutputPort<Screen.Output>()
        let store = ScreenStore(state)
        let controller = ScreenController(store: store, outputs: outputs, probe: LifetimeProbe(live))
        let screen = SceneRuntime<Screen>(
            controller: controller, store: store, outputs: outputs, diagnostics: reports.reporter)
        made += 1
        recorder.note("made \(name)")
        parts[name] = WeakParts(controller: controller)
        controller.scene = screen
        controller.watch = screen.attach(StopObserver { [weak self] in self?.noteStop(of: name) })
        screen.present(\.sheet) { [self] _, route in
            assemble(route)
        } onOutput: {
            $0.execute(.heard($1))
        }
        screen.stack(\.stack) { [self] _, element in
            assemble(element.route)
        } onOutput: { parent, _, output in
            parent.execute(.heard(output))
        }
        onMake?(screen, controller)
        return screen
    }

    /// The parts of the screen that was last created with a name, while it is alive.
    func controller(_ name: String) -> ScreenController? { parts[name]?.controller }

    /// Changes the state of a screen from outside.
    func change(_ name: String = "root", _ change: @escaping @Sendable (inout Screen.State) -> Void) {
        controller(name)?.store.execute(.change("change", change))
    }

    private func noteStop(of name: String) {
        if name != "root" { stopped += 1 }
        recorder.note("stopped \(name)")
    }
}

/// Records when its scene is stopped.
@MainActor
final class StopObserver: SceneObserver {
    private let onStop: () -> Void

    init(_ onStop: @escaping () -> Void) {
        self.onStop = onStop
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        if case .stopped = event.kind { onStop() }
        return nil
    }
}

extension SceneRuntime where Definition == Screen {
    /// The names of the children, in order.
    var childNames: [String] { screens.map(\.state.name) }
    /// The children, in order.
    var screens: [SceneRuntime<Screen>] { children.compactMap { $0 as? SceneRuntime<Screen> } }
}
