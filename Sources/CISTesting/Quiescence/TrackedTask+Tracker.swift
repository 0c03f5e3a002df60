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
