import CIS
import CISWorkers
import TestSupport
import Testing

@Suite struct `Cached, then fresh` {
    private struct Offline: Error {}

    /// The calls, in order.
    private final class Log: Sendable {
        private let entries = LockedValue<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    private let log = Log()

    private func sequence(cached: String?, fresh: String?) -> CachedThenFresh<String, Offline> {
        let log = log
        return CachedThenFresh(
            cached: {
                log.note("look")
                return cached
            },
            fresh: { () throws(Offline) in
                log.note("fetch")
                guard let fresh else { throw Offline() }
                return fresh
            },
            save: { log.note("save \($0)") })
    }

    @Test func `a cached value is delivered before the fresh one is fetched`() async throws {
        var iterator = sequence(cached: "old", fresh: "new").makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.value == "old")
        #expect(first?.isFresh == false)
        #expect(log.all == ["look"])
        let second = try await iterator.next()
        #expect(second?.value == "new")
        #expect(second?.isFresh == true)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(log.all == ["look", "fetch", "save new"])
    }

    @Test func `without a cached value only the fresh one is delivered`() async throws {
        var values: [String] = []
        for try await element in sequence(cached: nil, fresh: "new") { values.append(element.value) }
        #expect(values == ["new"])
        #expect(log.all == ["look", "fetch", "save new"])
    }

    @Test(arguments: [nil, "old"])
    func `a failure is thrown, also after a cached value, and nothing is saved`(_ cached: String?) async {
        var values: [String] = []
        await #expect(throws: Offline.self) {
            for try await element in sequence(cached: cached, fresh: nil) { values.append(element.value) }
        }
        #expect(values == (cached.map { [$0] } ?? []))
        #expect(log.all == ["look", "fetch"])
    }

    @Test func `each iteration calls the closures again`() async throws {
        let sequence = sequence(cached: "old", fresh: "new")
        for _ in 0..<2 { for try await _ in sequence {} }
        #expect(log.all == ["look", "fetch", "save new", "look", "fetch", "save new"])
    }

    @Test func `a loop that ends after the cached value does not fetch the fresh one`() async throws {
        for try await element in sequence(cached: "old", fresh: "new") {
            #expect(element.value == "old")
            break
        }
        #expect(log.all == ["look"])
    }

    @Test(arguments: [nil, "old"])
    func `a task that is cancelled while the cache is read ends without an error`(_ cached: String?) async throws {
        let gate = Gate()
        let log = log
        let sequence = CachedThenFresh<String, Offline>(
            cached: {
                await gate.pass()
                return cached
            },
            fresh: { () throws(Offline) in
                log.note("fetch")
                throw Offline()
            })
        let task = Task {
            var values: [String] = []
            for try await element in sequence { values.append(element.value) }
            return values
        }
        await gate.reached()
        task.cancel()
        gate.open()
        #expect(try await task.value == [])
        #expect(log.all == [])
    }

    @Test @MainActor func `the loop stays on its actor`() async throws {
        for try await element in sequence(cached: "old", fresh: "new") {
            MainActor.assertIsolated(element.value)
        }
    }
}
