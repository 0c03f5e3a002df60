import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Recent list` {
    private let key = StorageKey<[String]>("recentQueries")

    @Test func `the newest is first, no value occurs twice, the oldest is removed`() async throws {
        let list = RecentList(key, maximum: 3, in: MemoryStore())
        for query in ["a", "b", "c", "a", "d"] { try await list.add(query) }
        #expect(try await list.newest() == ["d", "a", "c"])
        try await list.add("A")
        #expect(try await list.newest() == ["A", "d", "a"])
        #expect(try await list.newest(2) == ["A", "d"])
        #expect(try await list.newest(99) == ["A", "d", "a"])
        #expect(try await list.newest(-1) == [])
    }

    @Test(arguments: [0, -1, .min])
    func `a list with a maximum of zero or less keeps nothing`(_ maximum: Int) async throws {
        let store = MemoryStore()
        try await store.set(["a"], for: key)
        let list = RecentList(key, maximum: maximum, in: store)
        #expect(try await list.newest() == [])
        try await list.add("b")
        #expect(try await list.newest() == [])
    }

    @Test func `a stored list that is too long, or has duplicates, is cut`() async throws {
        let store = MemoryStore()
        try await store.set(["a", "a", "b", "c"], for: key)
        let list = RecentList(key, maximum: 2, in: store)
        #expect(try await list.newest() == ["a", "b"])
        try await list.add("b")
        #expect(try await list.newest() == ["b", "a"])
    }

    @Test(arguments: StoreMaker.all)
    func `a list survives a restart, and agrees with a model`(_ make: StoreMaker) async throws {
        let folder = try TemporaryFolder()
        let store = make(in: folder)
        var model: [String] = []
        for seed in seeds(1, for: "recent lists") {
            var dice = Dice(seed: seed)
            for _ in 0..<fewerWhenSanitized(100) {
                let query = "query \(Int.random(in: 0..<20, using: &dice))"
                model = Array(([query] + model.filter { $0 != query }).prefix(10))
                try await RecentList(key, maximum: 10, in: make.isLasting ? make(in: folder) : store).add(query)
            }
        }
        let list = RecentList(key, maximum: 10, in: store)
        #expect(try await list.newest() == model)
        #expect(try await list.newest(4) == Array(model.prefix(4)))
        #expect(try await list.newest(-4) == [])
        try await list.removeAll()
        #expect(try await list.newest() == [])
        try await store.removeAll()
    }

    @Test func `a hundred writers and readers of one list lose nothing`() async throws {
        let folder = try TemporaryFolder()
        let list = RecentList(StorageKey<[Int]>("numbers"), maximum: 1000, in: FileStore(folder("store")))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await list.add(number) }
                group.addTask {
                    let numbers = try await list.newest()
                    #expect(Set(numbers).count == numbers.count)
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await list.newest()) == Set(0..<100))
    }
}
