import CIS
import CISTesting

/// Returns the failures that a body reports, instead of reporting them.
@MainActor
func failures(of body: @MainActor () async throws -> Void) async rethrows -> [TestFailure] {
    try await outcome(of: body).found
}

/// Returns the result of a body and the failures that it reports, instead of reporting them.
@MainActor
func outcome<Result: Sendable>(
    of body: @MainActor () async throws -> Result
) async rethrows -> (result: Result, found: [TestFailure]) {
    let log = LockedValue<[TestFailure]>([])
    let sink = TestFailure.Sink { failure in log.withLock { $0.append(failure) } }
    let result = try await TestFailure.$sink.withValue(sink) { try await body() }
    return (result, log.withLock { $0 })
}
