import CIS
import Testing

/// While `mutate` runs, the only state is half changed. Code that reads it then is reported.
@MainActor
@Suite struct `The state while it is being changed` {
    private let releasing = ReleasingStateScene()
    private let recorder = Recorder<String>()

    // MARK: Values

    enum Reading: String, Codable, CaseIterable, Sendable {
        case sceneState, field, computedField, storeState, domainState, domainSnapshot
    }

    @Test(arguments: Reading.allCases)
    func `a deinit that reads the state inside mutate ends the program with a sentence`(_ reading: Reading) async throws
    {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [reading] in
            await read(reading, reporter: .log)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("swift-cis: The state was read while mutate was changing it"))
        #expect(text.contains("Scene: ReleasingState"))
        #expect(text.contains("Fatal error: The state was read while mutate was changing it"))
    }

    @Test func `the trapping reporter stops a debug build where the state is read inside mutate`() async {
        await #expect(processExitsWith: .failure) { await read(.sceneState, reporter: .trapOnMisuse) }
    }

    @Test func `a scene that is described inside mutate says that it is being changed`() {
        releasing.whileMutating { [releasing, recorder] in
            recorder.note(releasing.runtime.stateDescription)
            recorder.note(releasing.runtime.treeDescription)
        }
        #expect(recorder.entries.count == 2)
        #expect(recorder.entries.allSatisfy { $0.contains("being changed") })
        #expect(releasing.runtime.stateDescription.contains("count: 2"))
    }

    @Test func `a scene that is saved inside mutate cannot be encoded, and is reported`() {
        let coder = StateCoder(encode: { _ in "saved" }, decode: { type, _ in throw SnapshotRefusal() })
        releasing.whileMutating { [releasing, recorder] in
            do {
                recorder.note(try releasing.runtime.snapshot(using: coder).state)
            } catch {
                recorder.note("\((error as? SnapshotError)?.code == .encoding)")
            }
        }
        #expect(recorder.entries == ["true"])
        #expect(releasing.reports.kinds == [.stateReadInMutate])
        #expect((try? releasing.runtime.snapshot(using: coder).state) == "saved")
    }

    @Test func `another scene can be read inside mutate`() {
        let other = ReleasingStateScene()
        releasing.whileMutating { [recorder] in
            recorder.note("\(other.runtime.state.count) \(other.runtime.observed(\.count)) \(other.store.domainState)")
        }
        #expect(recorder.entries.count == 1)
        #expect(releasing.reports.kinds.isEmpty)
        #expect(other.reports.kinds.isEmpty)
    }

    // MARK: Observers

    @Test func `an observer registered inside mutate is reported, and begins after the commit`() {
        let tokens = Shared<[ObservationToken]>([])
        releasing.whileMutating { [releasing, recorder, tokens] in
            tokens.value = [
                releasing.runtime.observe(\.count) { recorder.note("path \($0)") },
                releasing.runtime.observe({ $0.items.count }, onChange: { recorder.note("closure \($0)") }),
                releasing.runtime.observe(\.count, initially: false) { recorder.note("later \($0)") },
                releasing.runtime.observeEveryCommit(\.title) { recorder.note("commit \($0)") },
                releasing.runtime.observePulse(\.signal) { recorder.note("pulse \($0)") },
            ]
            recorder.note("registered")
        }
        #expect(recorder.entries == ["registered", "path 2", "closure 0", "commit "])
        #expect(releasing.reports.kinds == Array(repeating: .observedInMutate, count: 5))
        #expect(releasing.reports.all.allSatisfy { $0.isMisuse && $0.scene == releasing.runtime.identity })
        releasing.store.change { state in
            state.count = 7
            state.signal.value = 1
        }
        #expect(recorder.entries.suffix(4) == ["path 7", "later 7", "commit ", "pulse 1"])
        tokens.value = []
    }

    @Test func `an observer registered inside mutate and cancelled there is never called`() {
        releasing.whileMutating { [releasing, recorder] in
            releasing.runtime.observe(\.count) { recorder.note("\($0)") }.cancel()
        }
        releasing.store.change { $0.count = 7 }
        #expect(recorder.entries.isEmpty)
        #expect(releasing.runtime.listedObserverCount == 0)
    }

    @Test func `an observer registered inside mutate of a scene that stops there sees the commit and is not kept`() {
        let owner = Owner()
        releasing.whileMutating { [releasing, recorder] in
            releasing.runtime.observe(\.count, on: owner) { _, count in recorder.note("\(count)") }
            releasing.runtime.stop()
        }
        #expect(releasing.runtime.listedObserverCount == 0)
        #expect(recorder.entries == ["2"])
    }

    // MARK: Mutations

    @Test func `a mutation executed inside mutate is applied after it`() {
        releasing.whileMutating { [releasing] in
            releasing.store.change { $0.count += 10 }
        }
        #expect(releasing.store.state.count == 12)
        #expect(releasing.reports.kinds.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a selector that mutates while it is registered is reported, and its mutation applied after`(initially: Bool) {
        fill()
        let token = releasing.runtime.observe(
            { [releasing, recorder] state in
                if recorder.entries.isEmpty {
                    recorder.note("selecting")
                    releasing.store.change { $0.items.removeAll(keepingCapacity: true) }
                }
                return state.items.count
            }, initially: initially, onChange: { [recorder] in recorder.note("\($0)") })
        #expect(recorder.entries == (initially ? ["selecting", "1000", "0"] : ["selecting", "0"]))
        #expect(releasing.store.state.items.isEmpty)
        #expect(releasing.reports.kinds == [.mutatedInSelector])
        token.cancel()
    }

    @Test func `a selector of every commit that mutates while it is registered is reported`() {
        fill()
        let token = releasing.runtime.observeEveryCommit { [releasing, recorder] state in
            if recorder.entries.isEmpty {
                recorder.note("selecting")
                releasing.store.change { $0.items.removeAll(keepingCapacity: true) }
            }
            return state.items.count
        } onChange: { [recorder] in
            recorder.note("\($0)")
        }
        #expect(recorder.entries == ["selecting", "1000", "0"])
        #expect(releasing.reports.kinds == [.mutatedInSelector])
        token.cancel()
    }

    @Test func `an observer may mutate when it is registered`() {
        let token = releasing.runtime.observe(\.count) { [releasing] count in
            if count == 0 { releasing.store.change { $0.count = 1 } }
        }
        #expect(releasing.store.state.count == 1)
        #expect(releasing.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `a computed value that mutates while it is read as a field is reported, and applied after`() {
        fill()
        ReleasingState.State.whenSummed = { [releasing] in
            ReleasingState.State.whenSummed = nil
            releasing.store.change { $0.items.removeAll(keepingCapacity: true) }
        }
        #expect(releasing.runtime.observed(\.sum) == 1_000)
        #expect(releasing.store.state.items.isEmpty)
        #expect(releasing.reports.kinds == [.mutatedInSelector])
    }

    /// Enough elements for a buffer that a reader notices if it is freed during the read.
    private func fill() {
        releasing.store.change { state in state.items = (0..<1_000).map { _ in ReleasingState.Item {} } }
    }
}

private struct SnapshotRefusal: Error {}

@MainActor
private func read(_ reading: `The state while it is being changed`.Reading, reporter: DiagnosticReporter) {
    let releasing = ReleasingStateScene(reporter: reporter)
    releasing.whileMutating {
        switch reading {
        case .sceneState: _ = releasing.runtime.state.items.count
        case .field: _ = releasing.runtime.observed(\.items).count
        case .computedField: _ = releasing.runtime.observed(\.sum)
        case .storeState: _ = releasing.store.state.items.count
        case .domainState: _ = releasing.store.domainState.names.count
        case .domainSnapshot: _ = releasing.store.domainSnapshot.value.names.count
        }
    }
}
