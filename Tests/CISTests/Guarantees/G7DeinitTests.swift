import CIS
import Testing

/// An object that a scene holds may call the scene when it is freed.
extension `G7 teardown` {
    @Test func `a worker freed with its scene does not reach it any more`() {
        let notes = ReportLog()
        DiagnosticReporter.$current.withValue(notes.reporter) {
            var sample: SampleScene? = SampleScene()
            let reports = sample?.reports
            let isFound = Shared<Bool?>(nil)
            sample?.store.effects = effects(
                with: DeinitAction { [weak scene = sample?.runtime] in isFound.value = scene != nil })
            sample = nil
            #expect(isFound.value == false)
            #expect(notes.kinds + (reports?.kinds ?? []) == [])
        }
    }

    private func effects(with worker: DeinitAction) -> (Sample.Mutation, Sample.State) -> Void {
        { _, _ in withExtendedLifetime(worker) {} }
    }

    @Test func `a worker freed inside a commit can mutate, and its mutation comes next`() {
        let sample = SampleScene()
        let store = sample.store
        let token = ObservationTokenBox()
        token.fill(with: sample.runtime.observe(\.count, initially: false, onChange: callOnce(store, token)))
        sample.store.execute(.add(1))
        #expect(sample.store.state.log == ["before", "last words"])
    }

    /// An observer that holds a worker, which mutates when the observer ends itself.
    private func callOnce(_ store: SampleStore, _ token: ObservationTokenBox) -> (Int) -> Void {
        let worker = DeinitAction { store.execute(.append("last words")) }
        return { _ in
            store.execute(.append("before"))
            withExtendedLifetime(worker) {}
            token.empty()
        }
    }

    @Test func `a worker freed by the stop can use the scene that is stopping`() {
        let sample = SampleScene()
        let runtime = sample.runtime
        let token = observe(
            runtime,
            with: DeinitAction {
                runtime.stop()
                runtime.execute(.mutate(.add(1)))
                _ = runtime.state
                _ = runtime.observe(\.count) { _ in }
            })
        runtime.stop()
        #expect(runtime.state.count == 0)
        #expect(sample.reports.kinds == [.actionDropped(.stopped)])
        withExtendedLifetime(token) {}
    }

    private func observe(_ runtime: SceneRuntime<Sample>, with worker: DeinitAction) -> ObservationToken {
        runtime.observe(\.count, initially: false) { _ in withExtendedLifetime(worker) {} }
    }

    // The store of a released scene is open.
    @Test func `a worker freed with the first observer of a released scene does not make the others be called`() {
        var sample: SampleScene? = SampleScene()
        guard let store = sample?.store else { return }
        let calls = Shared(0)
        var tokens = sample.map { [observe($0.runtime, with: DeinitAction { store.execute(.add(1)) })] } ?? []
        for _ in 0..<3 {
            if let sample { tokens.append(sample.runtime.observe(\.count, initially: false) { _ in calls.value += 1 }) }
        }
        sample = nil
        #expect(store.state.count == 1)
        #expect(calls.value == 0)
        withExtendedLifetime(tokens) {}
    }

    @Test func `a mutation of an object's deinit is applied after the commit that frees the object`() {
        let store = DeinitStateStore()
        let runtime = SceneRuntime<DeinitState>(controller: IdleController<Never>(), store: store)
        store.execute(.hold(DeinitAction { store.execute(.heard) }))
        store.execute(.hold(nil))
        #expect(runtime.state.heard == 1)
        #expect(runtime.state.held == nil)
    }
}

/// Calls a closure when it is freed, on the main actor, where these tests free it.
private final class DeinitAction: Sendable {
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

private enum DeinitState: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        case hold(DeinitAction?)
        case heard
    }

    struct State: SceneState {
        var held: DeinitAction?
        var heard = 0
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
private final class DeinitStateStore: Store {
    let publisher = StatePublisher(DeinitState.State())

    nonisolated static func mutate(_ state: inout DeinitState.State, by mutation: DeinitState.Mutation) {
        switch mutation {
        case .hold(let words): state.held = words
        case .heard: state.heard += 1
        }
    }
}
