import CISWorkers
import Testing

/// What a list leaves in its store.
extension `Recent list` {
    @Test func `no more than the maximum is stored`() async throws {
        let key = StorageKey<[String]>("recent")
        let store = MemoryStore()
        let list = RecentList(key, maximum: 2, in: store)
        for query in ["a", "b", "c"] { try await list.add(query) }
        #expect(try await store.value(for: key) == ["c", "b"])
    }
}
