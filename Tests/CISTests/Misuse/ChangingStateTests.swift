import CIS
import Testing

/// While `mutate` runs, the state is half changed, and there is no other. Code that asks for it then is found out.
@MainActor
@Suite struct `The state while it is being changed` {
    private let shelf = ShelfScene()
    private let trail = Trail<String>()

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
        #expect(text.contains("Scene: Shelf"))
        #expect(text.contains("Fatal error: The state was read while mutate was changing it"))
    }

    @Test func `the trapping reporter stops a debug build where the state is read inside mutate`() async {
        await #expect(processExitsWith: .failure) { await read(.sceneState, reporter: .trapOnMisuse) }
    }

    @Test func `a scene that is described inside mutate says that it is being changed`() {
        shelf.whileMutating { [shelf, trail] in
            trail.note(shelf.runtime.stateDescription)
            trail.note(shelf.runtime.treeDescription)
        }
        #expect(trail.entries.count == 2)
        #expect(trail.entries.allSatisfy { $0.contains("being changed") })
        #expect(shelf.runtime.stateDescription.contains("count: 2"))
    }

    @Test func `a scene that is saved inside mutate cannot be encoded, and is reported`() {
        let coder = StateCoder(encode: { _ in "saved" }, decode: { type, _ in throw SnapshotRefusal() })
        shelf.whileMutating { [shelf, trail] in
            do {
                trail.note(try shelf.runtime.snapshot(using: coder).state)
            } catch {
                trail.note("\((error as? SnapshotError)?.code == .encoding)")
            }
        }
        #expect(trail.entries == ["true"])
        #expect(shelf.reports.kinds == [.stateReadInMutate])
        #expect((try? shelf.runtime.snapshot(using: coder).state) == "saved")
    }

    @Test func `another scene can be read inside mutate`() {
        let other = ShelfScene()
        shelf.whileMutating { [trail] in
            trail.note("\(other.runtime.state.count) \(other.runtime.observed(\.count)) \(other.store.domainState)")
        }
        #expect(trail.entries.count == 1)
        #expect(shelf.reports.kinds.isEmpty)
        #expect(other.reports.kinds.isEmpty)
    }

    // MARK: Observers

    @Test func `an observer registered inside mutate is reported, and begins after the commit`() {
        let tokens = Shared<[ObservationToken]>([])
        shelf.whileMutating { [shelf, trail, tokens] in
            tokens.value = [
                shelf.runtime.observe(\.count) { trail.note("path \($0)") },
                shelf.runtime.observe({ $0.items.count }, onChange: { trail.note("closure \($0)") }),
                shelf.runtime.observe(\.count, initially: false) { trail.note("later \($0)") },
                shelf.runtime.observeEveryCommit(\.title) { trail.note("commit \($0)") },
                shelf.runtime.observePulse(\.signal) { trail.note("pulse \($0)") },
            ]
            trail.note("registered")
        }
        #expect(trail.entries == ["registered", "path 2", "closure 0", "commit "])
        #expect(shelf.reports.kinds == Array(repeating: .observedInMutate, count: 5))
        #expect(shelf.reports.all.allSatisfy { $0.isMisuse && $0.scene == shelf.runtime.identity })
        shelf.store.change { state in
            state.count = 7
            state.signal.value = 1
        }
        #expect(trail.entries.suffix(4) == ["path 7", "later 7", "commit ", "pulse 1"])
        tokens.value = []
    }

    @Test func `an observer registered inside mutate and cancelled there is never called`() {
        shelf.whileMutating { [shelf, trail] in
            shelf.runtime.observe(\.count) { trail.note("\($0)") }.cancel()
        }
        shelf.store.change { $0.count = 7 }
        #expect(trail.entries.isEmpty)
        #expect(shelf.runtime.listedObserverCount == 0)
    }

    @Test func `an observer registered inside mutate of a scene that stops there sees the commit and is not kept`() {
        let owner = Owner()
        shelf.whileMutating { [shelf, trail] in
            shelf.runtime.observe(\.count, on: owner) { _, count in trail.note("\(count)") }
            shelf.runtime.stop()
        }
        #expect(shelf.runtime.listedObserverCount == 0)
        #expect(trail.entries == ["2"])
    }

    // MARK: Mutations

    @Test func `a mutation executed inside mutate is applied after it`() {
        shelf.whileMutating { [shelf] in
            shelf.store.change { $0.count += 10 }
        }
        #expect(shelf.store.state.count == 12)
        #expect(shelf.reports.kinds.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a selector that mutates while it is registered is reported, and its mutation applied after`(initially: Bool) {
        fill()
        let token = shelf.runtime.observe(
            { [shelf, trail] state in
                if trail.entries.isEmpty {
                    trail.note("selecting")
                    shelf.store.change { $0.items.removeAll(keepingCapacity: true) }
                }
                return state.items.count
            }, initially: initially, onChange: { [trail] in trail.note("\($0)") })
        #expect(trail.entries == (initially ? ["selecting", "1000", "0"] : ["selecting", "0"]))
        #expect(shelf.store.state.items.isEmpty)
        #expect(shelf.reports.kinds == [.mutatedInSelector])
        token.cancel()
    }

    @Test func `a selector of every commit that mutates while it is registered is reported`() {
        fill()
        let token = shelf.runtime.observeEveryCommit { [shelf, trail] state in
            if trail.entries.isEmpty {
                trail.note("selecting")
                shelf.store.change { $0.items.removeAll(keepingCapacity: true) }
            }
            return state.items.count
        } onChange: { [trail] in
            trail.note("\($0)")
        }
        #expect(trail.entries == ["selecting", "1000", "0"])
        #expect(shelf.reports.kinds == [.mutatedInSelector])
        token.cancel()
    }

    @Test func `an observer that mutates when it is registered is welcome`() {
        let token = shelf.runtime.observe(\.count) { [shelf] count in
            if count == 0 { shelf.store.change { $0.count = 1 } }
        }
        #expect(shelf.store.state.count == 1)
        #expect(shelf.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `a computed value that mutates while it is read as a field is reported, and applied after`() {
        fill()
        Shelf.State.whenSummed = { [shelf] in
            Shelf.State.whenSummed = nil
            shelf.store.change { $0.items.removeAll(keepingCapacity: true) }
        }
        #expect(shelf.runtime.observed(\.sum) == 1_000)
        #expect(shelf.store.state.items.isEmpty)
        #expect(shelf.reports.kinds == [.mutatedInSelector])
    }

    /// Enough for a buffer whose end is seen when it is freed under a reader.
    private func fill() {
        shelf.store.change { state in state.items = (0..<1_000).map { _ in Shelf.Item {} } }
    }
}

private struct SnapshotRefusal: Error {}

@MainActor
private func read(_ reading: `The state while it is being changed`.Reading, reporter: DiagnosticReporter) {
    let shelf = ShelfScene(reporter: reporter)
    shelf.whileMutating {
        switch reading {
        case .sceneState: _ = shelf.runtime.state.items.count
        case .field: _ = shelf.runtime.observed(\.items).count
        case .computedField: _ = shelf.runtime.observed(\.sum)
        case .storeState: _ = shelf.store.state.items.count
        case .domainState: _ = shelf.store.domainState.names.count
        case .domainSnapshot: _ = shelf.store.domainSnapshot.value.names.count
        }
    }
}
