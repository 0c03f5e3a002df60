import CIS
import CISTesting

/// The messages of the failures that a body reports, in place of reporting them.
@MainActor
func failures(of body: @MainActor () async throws -> Void) async rethrows -> [TestFailure] {
    let log = Guarded<[TestFailure]>([])
    try await TestFailure.$sink.withValue({ failure in log.withLock { $0.append(failure) } }) { try await body() }
    return log.withLock { $0 }
}
