import CIS
import GatherScenes

/// Follows the screen on top of the flow, and reports changes of what is shown.
@MainActor final class Presenter {
    private let flow: SceneRuntime<GatherFlow>
    private let ends = ActionEnds()
    private var screen: (any Screen)?
    private var observation: ObservationToken?
    private var followed: Set<SceneIdentity> = []
    private var hasChanged = false
    private let onChange: @MainActor () -> Void

    /// - Parameter onChange: Called once for several changes that follow each other immediately.
    init(_ flow: SceneRuntime<GatherFlow>, onChange: @escaping @MainActor () -> Void) {
        self.flow = flow
        self.onChange = onChange
        ends.onEnd = { [weak self] in self?.change() }
        flow.attach(ends, on: self)
        flow.observe(\.self, on: self) { presenter, _ in presenter.show() }
    }

    /// The page that is on top, with everything above it.
    var page: Page {
        guard let screen else { return Page(title: "", elements: []) }
        var page = screen.page
        page.back = page.back ?? back
        page.dialog = leaving ?? page.dialog
        if let alert = flow.state.alert {
            page.dialog = .alert(alert) { [flow] in flow.execute(.alertDismissed) }
        }
        return page
    }

    /// Identifies the screen that is on top.
    var place: SceneIdentity? { screen?.identity }

    /// Whether an action of any screen is running, or waits for another one.
    var isActing: Bool { flow.isActing }

    /// Shows the screen that is on top now.
    private func show() {
        defer { change() }
        let top = flow.topScreen
        guard top !== screen else { return }
        screen = top
        observation = top?.onChange { [weak self] in self?.change() }
        guard let top else { return }
        // A screen appears again when the screens above it were left.
        if followed.insert(top.identity).inserted { _ = top.attach(ends, on: self) }
        top.appear()
    }

    private func change() {
        guard !hasChanged else { return }
        hasChanged = true
        Task { [weak self] in
            self?.hasChanged = false
            self?.onChange()
        }
    }

    /// D17: the question before a match is left.
    private var leaving: Dialog? {
        guard let question = flow.state.leaveQuestion else { return nil }
        return Dialog(
            title: question.title, message: question.message,
            controls: [
                .button("stay", Wording.Gather.stay) { [flow] in flow.execute(.leaveCancelled) },
                .button("leave", Wording.Gather.leave) { [flow] in flow.execute(.leaveConfirmed) },
            ], cancel: { [flow] in flow.execute(.leaveCancelled) })
    }

    /// The action that leaves the screen; nil for the first screen.
    private var back: Press? {
        if flow.state.loginAgain.isPresented { return { [flow] in flow.execute(.loginDeclined) } }
        guard let below = flow.state.path.elements.dropLast().last else { return nil }
        return { [flow] in flow.execute(.wentBack(to: below.id)) }
    }
}

extension SceneRuntime<GatherFlow> {
    /// The login that covers everything, or the topmost screen of the stack.
    fileprivate var topScreen: (any Screen)? {
        if state.loginAgain.isPresented { return child(of: \.loginAgain, as: Login.self) }
        guard let top = state.path.top else { return nil }
        return switch top.route {
        case .login: child(of: \.path, top.id, as: Login.self)
        case .playerList: child(of: \.path, top.id, as: PlayerList.self)
        case .playerAdd: child(of: \.path, top.id, as: PlayerAdd.self)
        case .playerDetail: child(of: \.path, top.id, as: PlayerDetail.self)
        case .playerEdit: child(of: \.path, top.id, as: PlayerEdit.self)
        case .confirmPlayers: child(of: \.path, top.id, as: ConfirmPlayers.self)
        case .gather: child(of: \.path, top.id, as: Gather.self)
        }
    }
}

extension SceneNode {
    fileprivate var isActing: Bool { !actionDescriptions.isEmpty || children.contains(where: \.isActing) }
}

/// Reports that an action has ended or was dropped. The next line of a script waits until no action is left.
@MainActor private final class ActionEnds: SceneObserver {
    var onEnd: () -> Void = {}

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        switch event.kind {
        case .action, .dropped: { _ in self.onEnd() }
        default: nil
        }
    }
}
