import CIS
import Testing

/// Which reporter receives a diagnostic, and what it does.
@MainActor
@Suite struct `Diagnostic reporter` {
    @Test func `a scene takes the reporter that is current when its runtime is made`() {
        let (outer, inner) = (ReportLog(), ReportLog())
        let store = SampleStore()
        let runtime = DiagnosticReporter.$current.withValue(outer.reporter) { labRuntime(store) }
        runtime.stop()
        DiagnosticReporter.$current.withValue(inner.reporter) { store.execute(.add(1)) }
        #expect(outer.kinds == [.mutationDropped(.stopped)])
        #expect(inner.kinds.isEmpty)
    }

    @Test func `a reporter given to a scene is its own`() {
        let (mine, others) = (ReportLog(), ReportLog())
        let (first, second) = (SampleStore(), SampleStore())
        let runtimes = [
            labRuntime(first, diagnostics: mine.reporter), labRuntime(second, diagnostics: others.reporter),
        ]
        for runtime in runtimes { runtime.stop() }
        first.execute(.add(1))
        #expect(mine.kinds == [.mutationDropped(.stopped)])
        #expect(others.kinds.isEmpty)
    }

    @Test func `the ignoring reporter ignores everything`() {
        let store = SampleStore()
        let runtime = labRuntime(store, diagnostics: .ignore)
        runtime.stop()
        store.execute(.add(1))
        #expect(store.state.count == 0)
    }

    @Test func `the logging reporter writes misuse to standard error, on one line`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await reportEverything(to: .log)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("swift-cis: A mutation was dropped: the scene was stopped."))
        #expect(text.contains("CISTests/DiagnosticReporterTests.swift:"))
        #expect(text.contains("swift-cis: found by a tool\n"))
        #expect(text.contains("its action was cancelled") == isDebug, "Left screens are no news in release.")
    }

    @Test func `the trapping reporter stops a debug build at misuse, and never a release build`() async {
        #if DEBUG
        await #expect(processExitsWith: .failure) { await stopAndMutate(.trapOnMisuse) }
        #else
        await #expect(processExitsWith: .success) { await stopAndMutate(.trapOnMisuse) }
        #endif
    }

    @Test func `the trapping reporter lets a dropped mutation of a cancelled action pass`() async {
        await #expect(processExitsWith: .success) { await cancelAndMutate(.trapOnMisuse) }
    }
}

@MainActor
private func labRuntime(_ store: SampleStore, diagnostics: DiagnosticReporter = .current) -> SceneRuntime<Sample> {
    let controller = SampleController(interactor: SampleInteractor(store: store), store: store)
    return SceneRuntime(controller: controller, store: store, diagnostics: diagnostics)
}

@MainActor
private func stopAndMutate(_ reporter: DiagnosticReporter) async {
    let store = SampleStore()
    let runtime = labRuntime(store, diagnostics: reporter)
    runtime.stop()
    store.execute(.add(1))
}

@MainActor
private func cancelAndMutate(_ reporter: DiagnosticReporter) async {
    let store = SampleStore()
    let runtime = labRuntime(store, diagnostics: reporter)
    await runtime.execute(
        .perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            controller.store.execute(.add(1))
        }
    ).value
}

@MainActor
private func reportEverything(to reporter: DiagnosticReporter) async {
    await cancelAndMutate(reporter)
    await stopAndMutate(reporter)
    reporter.report(SceneDiagnostic(kind: .other("found by a tool")))
}
