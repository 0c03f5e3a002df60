import CIS
import CISWorkers
import TestSupport
import Testing

@Suite struct `A memory cache` {
    @Test func `removes the least recently used values, by count`() {
        let cache = MemoryCache<String, Int>(maximumCount: 2)
        cache.insert(1, for: "a")
        cache.insert(2, for: "b")
        #expect(cache.value(for: "a") == 1)
        cache.insert(3, for: "c")
        #expect(cache.value(for: "b") == nil)
        #expect(cache.value(for: "a") == 1)
        #expect(cache.value(for: "c") == 3)
        #expect(cache.count == 2)
    }

    @Test func `removes the least recently used values, by cost`() {
        let cache = MemoryCache<String, Int>(maximumCost: 10)
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "b", cost: 4)
        cache.insert(3, for: "c", cost: 6)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.cost == 10)
        #expect(cache.insert(4, for: "d", cost: 11) == false)
        #expect(cache.cost == 10)
        #expect(cache.insert(5, for: "b", cost: 11) == false)
        #expect(cache.value(for: "b") == nil)
    }

    @Test func `replaces, removes and empties`() {
        let cache = MemoryCache<String, Int>()
        cache.insert(1, for: "a", cost: 5)
        cache.insert(2, for: "a", cost: 7)
        #expect(cache.cost == 7)
        #expect(cache.remove("a") == 2)
        #expect(cache.remove("a") == nil)
        cache.insert(3, for: "b")
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(cache.cost == 0)
    }

    @Test(arguments: [(0, 5), (5, 0), (-1, 5), (5, -1), (.min, .min)])
    func `without space stores nothing that has a cost`(_ count: Int, _ cost: Int) {
        let cache = MemoryCache<Int, Int>(maximumCount: count, maximumCost: cost)
        #expect(!cache.insert(1, for: 1))
        #expect(cache.count == 0)
    }

    @Test func `costs may be as large as an Int can be`() {
        let cache = MemoryCache<Int, Int>()
        cache.insert(1, for: 1, cost: .max)
        cache.insert(2, for: 2, cost: .max)
        cache.insert(3, for: 3, cost: -5)
        #expect(cache.value(for: 1) == nil)
        #expect(cache.cost == .max)
        #expect(cache.count == 2)
    }

    @Test func `agrees with a model`() {
        for seed in seeds(fewerWhenSanitized(20), for: "memory cache") {
            var dice = Dice(seed: seed)
            let maximumCount = Int.random(in: 1...8, using: &dice)
            let maximumCost = Int.random(in: 1...30, using: &dice)
            let cache = MemoryCache<Int, Int>(maximumCount: maximumCount, maximumCost: maximumCost)
            var model: [(key: Int, value: Int, cost: Int)] = []  // the one used last at the end
            for step in 0..<500 {
                let key = Int.random(in: 0..<12, using: &dice)
                let known = model.firstIndex { $0.key == key }
                switch Int.random(in: 0..<10, using: &dice) {
                case 0..<5:
                    let cost = Int.random(in: 0...12, using: &dice)
                    known.map { _ = model.remove(at: $0) }
                    if cost <= maximumCost {
                        model.append((key, step, cost))
                        while model.count > maximumCount || model.map(\.cost).reduce(0, +) > maximumCost {
                            model.removeFirst()
                        }
                    }
                    #expect(cache.insert(step, for: key, cost: cost) == (cost <= maximumCost))
                case 5..<9:
                    #expect(cache.value(for: key) == known.map { model[$0].value }, "seed \(seed), step \(step)")
                    known.map { model.append(model.remove(at: $0)) }
                default:
                    #expect(cache.remove(key) == known.map { model.remove(at: $0).value }, "seed \(seed), step \(step)")
                }
                #expect(cache.count == model.count && cache.cost == model.map(\.cost).reduce(0, +))
            }
        }
    }

    @Test func `a value may use the cache when it is released`() {
        let cache = MemoryCache<Int, Guest>(maximumCount: 1)
        let counts = LockedValue<[Int]>([])
        let guest = { Guest { [weak cache] in if let cache { counts.withLock { $0.append(1) }; _ = cache.count } } }
        cache.insert(guest(), for: 1)
        cache.insert(guest(), for: 1)
        cache.insert(guest(), for: 2)
        cache.remove(2)
        cache.insert(guest(), for: 3)
        cache.removeAll()
        #expect(counts.withLock { $0.count } == 4)
    }

    @Test func `a hundred writers and readers see complete values`() async {
        let cache = MemoryCache<Int, [Int]>(maximumCount: 20)
        let steps = fewerWhenSanitized(100)
        let seen = await onThreads(200) { thread -> Bool in
            for step in 0..<steps {
                let key = (thread + step) % 30
                if thread.isMultiple(of: 2) {
                    cache.insert(Array(repeating: key, count: key), for: key)
                } else if let value = cache.value(for: key), value != Array(repeating: key, count: key) {
                    return false
                }
            }
            return cache.count <= 20
        }
        #expect(seen.allSatisfy { $0 })
        #expect(cache.count == 20)
    }

    /// Calls a closure when it is released.
    private final class Guest: Sendable {
        private let leave: @Sendable () -> Void

        init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

        deinit { leave() }
    }
}
