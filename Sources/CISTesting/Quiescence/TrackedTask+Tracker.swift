internal import CIS

/// What a test double reports about the task that calls it.
extension TrackedTask {
    /// The tracker of the scenario in which the task runs.
    var tracker: QuiescenceTracker? { instrumentation as? QuiescenceTracker }

    /// Stores what the task does, for failure messages. Has no effect while the task is suspended.
    func note(_ step: String) {
        _ = tracker?.change(number) { if $0.suspensionID == 0 { $0.lastStep = step } }
    }

    /// Numbers a call, from 1.
    func nextCall() -> Int {
        tracker?.change(number) { entry in
            entry.calls += 1
            return entry.calls
        } ?? 0
    }
}

extension TrackedTask.Kind {
    /// Whether it is an action or a part of one that calls workers.
    var isWork: Bool { self == .action || self == .branch || self == .shared }
    /// Whether its sleeps end in an exploration only if the test lets time pass. Otherwise timers would add steps for ever,
    /// and each call could time out.
    var waitsForTheTest: Bool { self == .source || self == .limit }
}
