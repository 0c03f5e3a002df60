import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Recent values` {
    @Test func `the newest is first, none is twice, the oldest goes`() {
        var recent = RecentValues<String>(maximum: 3)
        for query in ["a", "b", "c", "a", "d"] { recent.add(query) }
        #expect(recent.elements == ["d", "a", "c"])
        recent.add("A")
        #expect(recent.elements == ["A", "d", "a"])
        #expect(recent.newest(2) == ["A", "d"])
        #expect(recent.newest(99) == ["A", "d", "a"])
        #expect(recent.newest(-1) == [])
    }

    @Test(arguments: [0, -1, .min])
    func `a list of nothing keeps nothing`(_ maximum: Int) {
        var recent = RecentValues(maximum: maximum, ["a"])
        recent.add("b")
        #expect(recent.elements == [])
        #expect(recent.maximum == 0)
    }

    @Test func `what was stored with a greater maximum, or twice, is cut`() {
        #expect(RecentValues(maximum: 2, ["a", "a", "b", "c"]).elements == ["a", "b"])
    }

    @Test(arguments: StoreMaker.all)
    func `a list survives a restart, and agrees with the plain value`(_ make: StoreMaker) async throws {
        let folder = try TemporaryFolder()
        let store = make(in: folder)
        let key = StorageKey<[String]>("recentQueries")
        var model = RecentValues<String>(maximum: 10)
        for seed in seeds(1, for: "recent lists") {
            var dice = Dice(seed: seed)
            for _ in 0..<fewerWhenSanitized(100) {
                let query = "query \(Int.random(in: 0..<20, using: &dice))"
                model.add(query)
                try await RecentList(key, maximum: 10, in: make.isLasting ? make(in: folder) : store).add(query)
            }
        }
        let list = RecentList(key, maximum: 10, in: store)
        #expect(try await list.newest() == model.elements)
        #expect(try await list.newest(4) == model.newest(4))
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
