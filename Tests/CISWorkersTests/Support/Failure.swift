import CISWorkers
import Testing

/// Returns the error of a call that must fail. Records an issue if it succeeds.
nonisolated(nonsending) func failure<Value, Failure: Error>(
    of call: () async throws(Failure) -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
) async -> Failure? {
    do throws(Failure) {
        let value = try await call()
        Issue.record("no error, but \(value)", sourceLocation: sourceLocation)
        return nil
    } catch {
        return error
    }
}
