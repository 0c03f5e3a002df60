import CIS
import TestSupport
import Testing

/// The lock of values that several threads use.
@Suite struct `Lock` {
    @Test func `many threads change a value one after the other`() async {
        let count = LockedValue(0)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 8_000)
    }

    #if DEBUG
    @Test func `a lock that its thread takes again ends a debug build with a sentence, and does not hang`() async throws
    {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let outer = LockedValue(0)
            outer.withLock { count in count = outer.withLock { $0 } }
        }
        #if !canImport(Darwin)
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("A thread has taken a lock that it holds already."))
        #else
        _ = result
        #endif
    }
    #endif
}
