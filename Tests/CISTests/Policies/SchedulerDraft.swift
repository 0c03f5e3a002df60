import CIS
import TestSupport

/// A policy as plain values, from which the real policy and the policy of the model are created.
struct PolicySpec: CustomStringConvertible {
    enum Rule: Equatable {
        case concurrent
        case latest
        case first
        case limited(Int)
    }

    /// The timing, in nanoseconds. Zero or less does not wait.
    enum Timing: Equatable {
        case immediate
        case debounced(Int)
        case throttled(Int, leading: Bool, trailing: Bool)
    }

    var rule = Rule.concurrent
    var timing = Timing.immediate
    /// The timeout, in nanoseconds. Zero or less counts as one.
    var timeout: Int?
    var cancelling: [Int] = []

    var policy: ActionPolicy {
        var policy: ActionPolicy =
            switch rule {
            case .concurrent: .concurrent
            case .latest: .latest
            case .first: .first
            case .limited(let count): count == 1 ? .serial : .limited(count)
            }
        switch timing {
        case .immediate: break
        case .debounced(let delay): policy = policy.debounced(for: .nanoseconds(delay))
        case .throttled(let interval, let leading, let trailing):
            policy = policy.throttled(for: .nanoseconds(interval), leading: leading, trailing: trailing)
        }
        if let timeout { policy = policy.timeout(after: .nanoseconds(timeout)) }
        for group in cancelling { policy = policy.cancelling(group) }
        return policy
    }

    /// The delay of a debounce that does wait.
    var quiet: Int? {
        if case .debounced(let delay) = timing, delay > 0 { delay } else { nil }
    }

    /// The window of a throttle that does wait.
    var interval: Int? {
        if case .throttled(let interval, _, _) = timing, interval > 0 { interval } else { nil }
    }

    var limit: Int? {
        if case .limited(let limit) = rule { limit } else { nil }
    }

    var isImmediate: Bool { quiet == nil && interval == nil }

    /// How long it may run.
    var patience: Int? { timeout.map { max($0, 1) } }

    var description: String {
        "\(rule) \(timing)" + (timeout.map { " timeout \($0)" } ?? "")
            + (cancelling.isEmpty ? "" : " cancelling \(cancelling)")
    }
}

/// An action that a random sequence submits.
struct ActionDraft: CustomStringConvertible {
    let id: UInt64
    let group: Int
    let spec: PolicySpec
    var callers: Set<UInt64> = []
    var isAwaited = false

    var request: NumberedScheduler.Request {
        NumberedScheduler.Request(
            id: id, group: GroupID(group), policy: spec.policy, callers: callers, isAwaited: isAwaited)
    }

    var description: String {
        "\(id) in group \(group): \(spec)"
            + (callers.isEmpty ? "" : " \(isAwaited ? "run" : "executed") by \(callers.sorted())")
    }
}

/// The policies in a random sequence. The special cases of a policy occur far more often in its mix than in a mix of
/// all policies.
enum PolicyMix: String, CaseIterable {
    case rules, debounce, throttle, timeouts, cancelling, nesting, timedNesting, everything

    var nests: Bool { [.nesting, .timedNesting, .everything].contains(self) }

    func spec(_ dice: inout Dice) -> PolicySpec {
        var spec = PolicySpec()
        let rules: [PolicySpec.Rule] = [.concurrent, .latest, .first, .limited(1), .limited(2), .limited(3)]
        spec.rule = rules[Int.random(in: rules.indices, using: &dice)]
        spec.timing = timing(&dice)
        let mayTimeOut = [.timeouts, .timedNesting, .everything].contains(self)
        if mayTimeOut, Bool.random(using: &dice) { spec.timeout = Int.random(in: -1...15, using: &dice) }
        let mayCancel = [.cancelling, .everything].contains(self)
        if mayCancel, Int.random(in: 0..<3, using: &dice) == 0 {
            spec.cancelling = (0...Int.random(in: 0...1, using: &dice)).map { _ in Int.random(in: 0..<3, using: &dice) }
        }
        return spec
    }

    private func timing(_ dice: inout Dice) -> PolicySpec.Timing {
        let debounced = PolicySpec.Timing.debounced(Int.random(in: -1...12, using: &dice))
        let throttled = PolicySpec.Timing.throttled(
            Int.random(in: -1...12, using: &dice), leading: Bool.random(using: &dice),
            trailing: Bool.random(using: &dice))
        let isTimed = Int.random(in: 0..<3, using: &dice) > 0
        switch self {
        case .debounce: return isTimed ? debounced : .immediate
        case .throttle: return isTimed ? throttled : .immediate
        case .cancelling, .timedNesting, .everything:
            return isTimed ? (Bool.random(using: &dice) ? debounced : throttled) : .immediate
        case .rules, .timeouts, .nesting: return .immediate
        }
    }
}
