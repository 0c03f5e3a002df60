import CIS
import TestSupport
import Testing

/// Programmer errors are reported in one place, with the scene, the action and the call site. `RunawayTests` has the
/// tests of loops, and `DiagnosticReporterTests` those of reporters.
@MainActor
@Suite struct `G11 misuse` {
    // MARK: Mutation of a finished action

    /// A scene in which a use case has left a task behind, which mutates when the gate opens.
    @MainActor
    private struct Leftover {
        let sample = SampleScene()
        let gate = Gate()
        let tasks = TaskBox()
        var actionLine: UInt = 0

        mutating func leave() async {
            let (gate, tasks) = (gate, tasks)
            actionLine = #line + 1
            await sample.runtime.execute(
                .perform("load") { controller in
                    await controller.interactor.execute(
                        .perform { interactor in
                            tasks.add(
                                Task {
                                    await gate.pass()
                                    interactor.store.execute(.add(1))
                                })
                        })
                }
            ).value
            await gate.reached()
        }

        var mutationLine: UInt { actionLine + 7 }
    }

    @Test func `a mutation of a finished action is applied, and reported with both call sites in debug`() async throws {
        var leftover = Leftover()
        await leftover.leave()
        leftover.gate.open()
        await leftover.tasks.finish()
        #expect(leftover.sample.store.state.count == 1)
        #if DEBUG
        try expectReport(of: leftover)
        #else
        #expect(leftover.sample.reports.kinds.isEmpty)
        #endif
    }

    @Test func `a mutation of a finished action is reported with both call sites in a traced scene`() async throws {
        var leftover = Leftover()
        let token = leftover.sample.runtime.attach(EventLog())
        await leftover.leave()
        leftover.gate.open()
        await leftover.tasks.finish()
        #expect(leftover.sample.store.state.count == 1)
        try expectReport(of: leftover)
        token.cancel()
    }

    private func expectReport(of leftover: Leftover) throws {
        let report = try #require(leftover.sample.reports.all.first)
        #expect(leftover.sample.reports.kinds == [.mutationAfterAction])
        #expect(report.isMisuse)
        #expect(report.scene == leftover.sample.runtime.identity)
        #expect(report.subject as? Sample.Mutation == .add(1))
        #expect(report.callSite == CallSite(fileID: #fileID, line: leftover.mutationLine))
        #expect((report.action as? Sample.Action)?.name == "load")
        #expect(report.actionCallSite == CallSite(fileID: #fileID, line: leftover.actionLine))
    }

    @Test func `a mutation of another scene does not count as one of a finished action`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let tasks = TaskBox()
        let gate = Gate()
        await sample.perform { _ in
            tasks.add(
                Task {
                    await gate.pass()
                    other.store.execute(.add(1))
                })
        }.value
        gate.open()
        await tasks.finish()
        #expect(other.store.state.count == 1)
        #expect(other.reports.kinds.isEmpty)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `an action that a task executes after its own action is no misuse`() async {
        let sample = SampleScene()
        let tasks = TaskBox()
        let gate = Gate()
        await sample.perform { controller in
            tasks.add(
                Task {
                    await gate.pass()
                    if let task = controller.scene?.execute(.mutate(.add(1))) { tasks.add(task) }
                })
        }.value
        gate.open()
        await tasks.finish()
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds.isEmpty)
    }

    // MARK: Other errors

    @Test func `an action for a stopped scene is reported with the scene, the action and the call site`() async throws {
        let sample = SampleScene()
        sample.runtime.stop()
        let line: UInt = #line + 1
        await sample.runtime.execute(.perform("knock") { _ in }).value
        let report = try #require(sample.reports.all.first)
        #expect(sample.reports.all.count == 1)
        // A second tap on a control whose scene has just ended is nobody's mistake.
        #expect(!report.isMisuse)
        #expect(report.scene == sample.runtime.identity)
        #expect((report.subject as? Sample.Action)?.name == "knock")
        #expect(report.callSite == CallSite(fileID: #fileID, line: line))
    }

    @Test func `before a runtime takes a store, diagnostics name its state and go to the current reporter`() {
        let (before, after) = (ReportLog(), ReportLog())
        let store = SampleStore()
        func executeStaleMutation() {
            let old = store.domainSnapshot.revision
            store.execute(.addToTotal(1))
            DiagnosticReporter.$current.withValue(before.reporter) { _ = store.execute(.addToTotal(1), basedOn: old) }
        }
        executeStaleMutation()
        #expect(before.kinds == [.mutationDropped(.stale)])
        #expect(before.all.first?.scene?.type == Sample.State.self)

        let controller = SampleController(interactor: SampleInteractor(store: store), store: store)
        let runtime = SceneRuntime<Sample>(controller: controller, store: store, diagnostics: after.reporter)
        executeStaleMutation()
        #expect(before.all.count == 1)
        #expect(after.kinds == [.mutationDropped(.stale)])
        #expect(after.all.first?.scene == runtime.identity)
        #expect(after.all.first?.scene?.type == Sample.self)
    }

    @Test func `a store given to two runtimes is reported`() {
        let sample = SampleScene()
        let notes = ReportLog()
        let controller = SampleController(interactor: SampleInteractor(store: sample.store), store: sample.store)
        let second = SceneRuntime<Sample>(controller: controller, store: sample.store, diagnostics: notes.reporter)
        #expect(notes.kinds == [.storeInUse])
        #expect(notes.all.allSatisfy { $0.isMisuse })
        #expect(second.identity == sample.runtime.identity)
    }

    @Test func `the second runtime of a store brings its reporter, even if that is the log`() async {
        let sample = SampleScene()
        let controller = SampleController(interactor: SampleInteractor(store: sample.store), store: sample.store)
        let second = SceneRuntime<Sample>(controller: controller, store: sample.store, diagnostics: .log)
        second.stop()
        await second.execute(.perform("knock") { _ in }).value
        #expect(sample.reports.all.isEmpty)
    }

    @Test func `tools report to the same reporter`() {
        let notes = ReportLog()
        let unscripted = SceneDiagnostic(
            kind: .other("fetch() was called, and the script does not know it."), subject: "fetch()",
            callSite: CallSite(fileID: #fileID, line: 1), action: "load",
            actionCallSite: CallSite(fileID: #fileID, line: 2))
        notes.reporter.report(unscripted)
        #expect(notes.all.first?.isMisuse == true)
        let text = "\(unscripted)"
        #expect(text.hasPrefix("fetch() was called, and the script does not know it."))
        #expect(text.contains("Executed at \(#fileID):1."))
        #expect(text.contains("In action: load."))
        #expect(text.contains("executed at \(#fileID):2."))
    }

    @Test func `every kind of diagnostic says what happened; cancellation and a late tap are no misuse`() {
        let reasons: [DropReason] = [.stopped, .cancelled, .cancelledBeforeStart, .stale, .runaway]
        let kinds: [SceneDiagnostic.Kind] =
            reasons.map { .actionDropped($0) } + reasons.map { .mutationDropped($0) } + [
                .mutationAfterAction, .outputToReleasedParent, .runawayActions(cycle: ["a", "b"]),
                .runawayMutations(count: 3), .storeInUse, .stateReadInMutate, .observedInMutate, .mutatedInSelector,
                .other("something"),
            ]
        let diagnostics = kinds.map { SceneDiagnostic(kind: $0) }
        #expect(Set(diagnostics.map(\.description)).count == kinds.count)
        #expect(diagnostics.count { !$0.isMisuse } == 7)
        #expect(diagnostics.allSatisfy { $0.callSite == nil && $0.scene == nil })
    }

    @Test func `an unknown call site is omitted`() {
        let unknown = CallSite(fileID: "", line: 0)
        let diagnostic = SceneDiagnostic(kind: .mutationAfterAction, callSite: unknown, actionCallSite: unknown)
        #expect(diagnostic.callSite == nil)
        #expect(diagnostic.actionCallSite == nil)
        #expect(!diagnostic.description.contains(":0"))
    }
}
