import CISWorkers

/// Changes of a store by several processes at the same time. None may be lost.
package enum CountedChanges {
    /// The number of changes by all processes.
    package static let total = StorageKey<Int>("total")

    /// The number of the last change of one process.
    package static func own(_ process: Int) -> StorageKey<Int> { StorageKey("own \(process)") }

    package static func make(_ count: Int, as process: Int, in store: any KeyValueStore) async throws {
        for number in 1...count {
            try await store.update(total) { $0 = ($0 ?? 0) + 1 }
            try await store.set(number, for: own(process))
        }
    }
}
