import Synchronization
import TouristSpotsScenes

/// A worker that ignores cancellation, and answers when the test calls ``answer(_:)``. The answer to call *n* is *n* spots.
final class StubbornWorker: TouristSpotsWorker {
    private struct Calls {
        var begun = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var tests: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let calls = Mutex(Calls())

    @concurrent func fetchSpots() async throws -> [TouristSpot] {
        let number = calls.withLock { calls in
            calls.begun += 1
            return calls.begun
        }
        await withCheckedContinuation { continuation in
            let tests = calls.withLock { calls in
                calls.waiting[number] = continuation
                defer { calls.tests.removeAll { $0.count <= number } }
                return calls.tests.filter { $0.count <= number }
            }
            for test in tests { test.continuation.resume() }
        }
        return .sample(number)
    }

    @MainActor func text(of error: any Error) -> String { "\(error)" }

    /// Waits until the call with this number is waiting for its answer.
    func hasBegun(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = calls.withLock { calls in
                let isThere = calls.waiting[count] != nil
                if !isThere { calls.tests.append((count, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
    }

    /// Answers the call with this number.
    func answer(_ number: Int) {
        calls.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
}
