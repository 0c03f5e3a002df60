/// What goes wrong in tests of policies.
enum Trouble: Error, Equatable {
    case passing(Int)
    case lasting
    case cancelled
    case timedOut
    case unavailable
}
