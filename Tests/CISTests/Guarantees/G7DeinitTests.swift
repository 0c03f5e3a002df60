import CIS
import Testing

/// Edge case 29: what a scene holds may call back into it when it is freed.
extension `G7 teardown` {
    @Test func `a worker freed with its scene can call back into it`() {
        let notes = ReportLog()
        DiagnosticReporter.$current.withValue(notes.reporter) {
            var lab: LabScene? = LabScene()
            let reports = lab?.reports
            let scene = WeakScene(lab?.runtime)
            lab?.store.effects = effects(with: LastWords { scene.execute(.mutate(.add(1))) })
            lab = nil
            #expect(notes.kinds + (reports?.kinds ?? []) == [.actionDropped(.released)])
        }
    }

    private func effects(with worker: LastWords) -> (Lab.Mutation, Lab.State) -> Void {
        { _, _ in withExtendedLifetime(worker) {} }
    }

    @Test func `a worker freed inside a commit can mutate, and its mutation comes next`() {
        let lab = LabScene()
        let store = lab.store
        let token = ObservationTokenBox()
        token.fill(with: lab.runtime.observe(\.count, initially: false, onChange: callOnce(store, token)))
        lab.store.execute(.add(1))
        #expect(lab.store.state.log == ["before", "last words"])
    }

    /// An observer that holds a worker, which mutates when the observer ends itself.
    private func callOnce(_ store: LabStore, _ token: ObservationTokenBox) -> (Int) -> Void {
        let worker = LastWords { store.execute(.append("last words")) }
        return { _ in
            store.execute(.append("before"))
            withExtendedLifetime(worker) {}
            token.empty()
        }
    }

    @Test func `a worker freed by the stop can use the scene that is stopping`() {
        let lab = LabScene()
        let runtime = lab.runtime
        let token = observe(
            runtime,
            with: LastWords {
                runtime.stop()
                runtime.execute(.mutate(.add(1)))
                _ = runtime.state
                _ = runtime.observe(\.count) { _ in }
            })
        runtime.stop()
        #expect(runtime.state.count == 0)
        #expect(lab.reports.kinds == [.actionDropped(.stopped)])
        withExtendedLifetime(token) {}
    }

    private func observe(_ runtime: SceneRuntime<Lab>, with worker: LastWords) -> ObservationToken {
        runtime.observe(\.count, initially: false) { _ in withExtendedLifetime(worker) {} }
    }

    @Test func `an object in state that mutates in its deinit is heard after the commit that frees it`() {
        let store = EstateStore()
        let runtime = SceneRuntime<Estate>(controller: IdleController<Never>(), store: store)
        store.execute(.hold(LastWords { store.execute(.heard) }))
        store.execute(.hold(nil))
        #expect(runtime.state.heard == 1)
        #expect(runtime.state.held == nil)
    }
}

/// Says something when it is freed, on the main actor, where these tests free it.
private final class LastWords: Sendable {
    private let say: @MainActor @Sendable () -> Void

    init(_ say: @escaping @MainActor @Sendable () -> Void) {
        self.say = say
    }

    deinit {
        MainActor.assumeIsolated { [say] in say() }
    }
}

@MainActor
private final class ObservationTokenBox {
    private var token: ObservationToken?

    func fill(with token: ObservationToken) {
        self.token = token
    }

    func empty() {
        token?.cancel()
        token = nil
    }
}

private enum Estate: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        case hold(LastWords?)
        case heard
    }

    struct State: SceneState {
        var held: LastWords?
        var heard = 0
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
private final class EstateStore: Store {
    let publisher = StatePublisher(Estate.State())

    nonisolated static func mutate(_ state: inout Estate.State, by mutation: Estate.Mutation) {
        switch mutation {
        case .hold(let words): state.held = words
        case .heard: state.heard += 1
        }
    }
}
