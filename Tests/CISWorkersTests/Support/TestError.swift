/// Errors in tests of policies.
enum TestError: Error, Equatable {
    case passing(Int)
    case lasting
    case cancelled
    case timedOut
    case unavailable
}
