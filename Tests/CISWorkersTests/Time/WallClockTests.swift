import CISWorkers
import Foundation
import Testing

@Suite struct `Wall clock` {
    @Test func `shows the date that it is given`() {
        let date = AdjustableDate()
        let clock = date.clock
        let before = clock.now
        date.advance(by: 5)
        #expect(clock.now == before + 5)
        #expect(WallClock.fixed(before).now == before)
        let span = Date()...Date.distantFuture
        #expect(span.contains(WallClock.system.now))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func `a date that is not a number, or out of range, does not trap`(_ seconds: Double) async throws {
        let clock = WallClock.fixed(Date(timeIntervalSince1970: seconds))
        let cache = DiskCache(URL(filePath: "/c"), maximumBytes: 1000, clock: clock, files: MemoryFiles())
        _ = try await cache.store(Data(), for: "a")
        _ = await cache.data(for: "a")
    }
}
