import CIS
import CISWorkers
import Foundation
import TestSupport
import Testing

@Suite struct `Time` {
    @Test func `ticks come at their times, and end with their task`() async {
        let clock = TestClock()
        let numbers = Guarded<[Int]>([])
        let task = Task {
            for await number in Ticker(every: .seconds(30), clock: clock) { numbers.withLock { $0.append(number) } }
        }
        for tick in 1...3 {
            await clock.sleeper(until: .seconds(30 * tick))
            #expect(numbers.withLock { $0 } == Array(1..<tick))
            clock.advance(to: .seconds(30 * tick))
        }
        await clock.sleeper(until: .seconds(120))
        task.cancel()
        await task.value
        #expect(numbers.withLock { $0 } == [1, 2, 3])
    }

    @Test func `a tick that comes late stands for those before it`() async {
        let clock = TestClock()
        let numbers = Guarded<[Int]>([])
        let task = Task {
            for await number in Ticker(every: .seconds(1), clock: clock) { numbers.withLock { $0.append(number) } }
        }
        await clock.sleeper(until: .seconds(1))
        clock.advance(to: .seconds(10.5))
        await clock.sleeper(until: .seconds(11))
        #expect(numbers.withLock { $0 } == [1])
        task.cancel()
        await task.value
    }

    @Test func `an interval may be as long as a duration can be`() async {
        let clock = TestClock()
        let task = Task { for await _ in Ticker(every: .seconds(Int64.max), clock: clock) {} }
        await clock.sleeper(until: .seconds(100 * 366 * 86_400))
        task.cancel()
        await task.value
    }

    @Test func `a clock on the wall shows what it is told`() {
        let today = Today()
        let clock = today.clock
        let before = clock.now
        today.advance(by: 5)
        #expect(clock.now == before + 5)
        #expect(WallClock.fixed(before).now == before)
        let span = Date()...Date.distantFuture
        #expect(span.contains(WallClock.system.now))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `a clock that shows nonsense traps nobody`(_ seconds: Double) async throws {
        let clock = WallClock.fixed(Date(timeIntervalSince1970: seconds))
        let cache = DiskCache(URL(filePath: "/c"), maximumBytes: 1000, clock: clock, files: MemoryFiles())
        _ = try await cache.store(Data(), for: "a")
        _ = await cache.data(for: "a")
    }
}
