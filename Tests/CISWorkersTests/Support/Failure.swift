import CISWorkers
import Testing

/// The error of a call that must fail. Records an issue if it does not.
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
