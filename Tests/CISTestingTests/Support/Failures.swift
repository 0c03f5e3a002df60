import CIS
import CISTesting
import Testing

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

/// Marks a test whose explorations have one order on purpose, or calls that are not tracked. Their warnings are not
/// reported.
struct WarningsExpected: TestTrait, TestScoping {
    @concurrent
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await SourcePlace.$reportsWarnings.withValue(false) { try await function() }
    }
}

extension Trait where Self == WarningsExpected {
    static var warningsExpected: WarningsExpected { WarningsExpected() }
}
