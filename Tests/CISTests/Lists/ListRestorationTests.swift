import CIS
import TestSupport
import Testing

/// A list of scenes that is saved and restored.
@MainActor
@Suite struct `Restoration of a list` {
    @Test func `rows come back with their ids, their order and their states`() throws {
        let (old, new) = (RowListFixture(), RowListFixture())
        let rowList = old.assemble([1, 2, 3])
        old.change { $0.rows.move(3, to: 0) }
        old.change { $0.rows.remove(1) }
        old.rowStore(rowList.child(of: \.rows, 2))?.execute(.note("second"))
        let restored = try rowList.snapshot(using: .json).restore(using: .json) { new.assemble() }
        #expect(restored.rowIDs == [3, 2])
        #expect(restored.rows.map(\.state.notes) == [[], ["second"]])
        #expect(new.reports.kinds.isEmpty)
        // A row that is inserted later under an old id is a new one.
        new.change { $0.rows.remove(2) }
        new.change { $0.rows.append(RowList.Item(id: 2)) }
        #expect(restored.rows.map(\.state.notes) == [[], []])
    }

    @Test func `rows whose ids are the same as text cannot be saved, and the error says why`() {
        let items = [Pair.Item(id: .init(number: 1)), Pair.Item(id: .init(number: 2))]
        let pair = SceneRuntime<Pair>(Pair.State(rows: SceneList(items)))
        pair.list(\.rows) { _, _ in SceneRuntime<Leaf>(Leaf.State()) }
        #expect(pair.children.count == 2)
        let error = #expect(throws: SnapshotError.self) { try pair.snapshot(using: .json) }
        #expect(error?.code == .ambiguousID)
        #expect(error.map { "\($0)" }?.contains("have ids with the same text") == true)
    }
}

/// A scene with rows whose ids have one description.
private enum Pair: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Never

    struct Item: Sendable, Codable, Identifiable {
        struct ID: Sendable, Codable, Hashable, CustomStringConvertible {
            let number: Int
            var description: String { "twin" }
        }

        let id: ID
    }

    struct State: SceneState, Codable {
        var rows: SceneList<Item>
    }
}

private enum Leaf: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Never

    struct State: SceneState, Codable {}
}
