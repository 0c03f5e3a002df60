import CIS
import TestSupport
import Testing

/// A store that is scoped to a part of the scene.
@MainActor
@Suite struct `Scoped store` {
    private let sample = SampleScene()
    /// The mutations of the part.
    private enum PartMutation: Sendable { case more(Int), note(String) }

    private nonisolated static func embed(_ mutation: PartMutation) -> Sample.Mutation {
        switch mutation {
        case .more(let number): .addToTotal(number)
        case .note(let text): .append(text)
        }
    }

    /// The store of a part, with the type that an interactor of the part uses.
    private var part: any DomainStore<Int, PartMutation> {
        sample.store.scoped(to: \.total, mutation: Self.embed)
    }

    @Test func `it shows a part of the domain state and applies the mutations of the part`() {
        let part = self.part
        part.execute(.more(2))
        #expect(part.domainState == 2)
        part.execute(.more(3))
        #expect(part.domainState == 5)
        #expect(sample.store.state.domainState.total == 5)
    }

    @Test func `it can be scoped again`() {
        let inner: any DomainStore<String, Int> = part.scoped(to: \.description) { .more($0) }
        inner.execute(7)
        #expect(inner.domainState == "7")
    }

    @Test func `a store that is an existential can be scoped`() {
        let store: any DomainStoreOf<Sample> = sample.store
        let part: any DomainStore<Int, PartMutation> = store.scoped(to: \.total, mutation: Self.embed)
        part.execute(.more(1))
        #expect(part.domainState == 1)
    }

    @Test func `a mutation that is based on a revision is applied, or refused if the domain state has changed`() {
        let part = self.part
        let snapshot = part.domainSnapshot
        #expect(snapshot.value == 0)
        #expect(part.execute(.more(1), basedOn: snapshot.revision))
        #expect(!part.execute(.more(1), basedOn: snapshot.revision))
        #expect(part.domainState == 1)
        #expect(sample.reports.kinds == [.mutationDropped(.stale)])
    }

    @Test func `a mutation of a cancelled action is dropped, and reported as the scene's`() async throws {
        let part = self.part
        let line: UInt = #line + 3
        await sample.perform { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            part.execute(.more(1))
        }.value
        #expect(part.domainState == 0)
        let report = try #require(sample.reports.all.first)
        #expect(report.kind == .mutationDropped(.cancelled))
        #expect(report.subject as? Sample.Mutation == .addToTotal(1))
        #expect(report.callSite == CallSite(fileID: #fileID, line: line))
    }

    @Test func `clean-up of a cancelled action is applied`() async {
        let part = self.part
        await sample.perform { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            part.execute(.note("cleaned up"), evenIfCancelled: true)
        }.value
        #expect(sample.store.state.log == ["cleaned up"])
    }

    @Test func `a mutation of a stopped scene is dropped`() {
        let part = self.part
        sample.runtime.stop()
        part.execute(.more(1))
        #expect(sample.reports.kinds == [.mutationDropped(.stopped)])
    }

    @Test func `a write-only store of a part`() {
        let receiver: any MutationReceiver<String> = sample.store.scoped { .append($0) }
        receiver.execute("one")
        receiver.execute("two", evenIfCancelled: true)
        #expect(sample.store.state.log == ["one", "two"])
    }

    @Test func `traces name the line at which the part executed a mutation`() throws {
        let log = EventLog()
        sample.runtime.attach(log, on: log)
        let line: UInt = #line + 1
        part.execute(.more(1))
        let event = try #require(log.events.first { if case .mutation = $0.kind { true } else { false } })
        #expect(event.callSite == CallSite(fileID: #fileID, line: line))
    }

    @Test func `a double without call sites can be scoped`() {
        let double = ReceiverDouble()
        let part: any MutationReceiver<Int> = double.scoped { "number \($0)" }
        part.execute(1)
        part.execute(2, evenIfCancelled: true)
        #expect(double.executed == ["number 1", "number 2 even if cancelled"])
        executePlainly(part)
        #expect(double.executed.last == "number 4 even if cancelled")
    }

    /// Calls the requirements without a call site, like a wrapper.
    private func executePlainly<Receiver: MutationReceiver<Int>>(_ receiver: Receiver) {
        let execute: (Int) -> Void = receiver.execute(_:)
        execute(3)
        let executeAnyhow: (Int, Bool) -> Void = receiver.execute(_:evenIfCancelled:)
        executeAnyhow(4, true)
    }

    /// A double as a test writes it, with only the requirements without a call site.
    private final class ReceiverDouble: MutationReceiver {
        var executed: [String] = []
        func execute(_ mutation: String) { executed.append(mutation) }
        func execute(_ mutation: String, evenIfCancelled: Bool) {
            executed.append(mutation + (evenIfCancelled ? " even if cancelled" : ""))
        }
    }
}
