/// FG-TIMER-01 to FG-TIMER-08: the rules of the countdown. It has no clock; ``Gather`` passes the time to it, in milliseconds.
package struct Countdown: Sendable, Equatable, Codable {
    package enum Status: String, Sendable, Codable { case stopped, running, paused }

    /// FG-TIMER-06 as decided in D7: the time after a reset.
    package let initial: GatherTime
    package private(set) var time: GatherTime
    package private(set) var status = Status.stopped
    /// How many times the countdown was started. It names the timer of a run. A policy cannot take its place: a tick of a run that
    /// was paused may have begun, and wait behind the press that has started the next run.
    package private(set) var run = 0
    /// D21: while it is paused, how much of the present second has passed.
    private var passed = 0
    /// How much of the first second had passed when this run began.
    private var lead = 0
    /// The seconds of this run that were already subtracted from the time.
    private var counted = 0

    package init(_ time: GatherTime = .standard) {
        initial = time
        self.time = time
    }

    // What counts within a run is not saved: a restored run begins with its restoration.
    private enum CodingKeys: CodingKey { case initial, time, status, run, passed }

    /// FG-TIMER-02: the button. FG-TIMER-05 as decided in D6: its caption is computed, so it is `Start` when the time is over. D21:
    /// then it cannot be pressed, because there is nothing to start.
    package var actionButton: ButtonState { ButtonState(Wording.Gather.action(status), isEnabled: !time.isOver) }

    /// D21: whether the end is to be shown and announced.
    package var isTimeUp: Bool { time.isOver }

    /// How long this run needs until its next full second.
    var untilNextSecond: Int { counted == 0 ? 1_000 - lead : 1_000 }

    /// FG-TIMER-03: starts, pauses or resumes. Does nothing if no time is left.
    ///
    /// - Parameter milliseconds: How long the run has lasted.
    mutating func press(after milliseconds: Int) {
        guard !time.isOver else { return }
        switch status {
        case .running:
            count(to: milliseconds, inRun: run)
            guard status == .running else { return }
            status = .paused
            passed = (lead + milliseconds) % 1_000
        case .stopped, .paused:
            status = .running
            run += 1
            counted = 0
            lead = passed
            passed = 0
        }
    }

    /// FG-TIMER-04: subtracts the full seconds. A late tick counts all seconds since the last one, so no time is lost.
    ///
    /// - Parameters:
    ///   - milliseconds: How long the run has lasted.
    ///   - run: The number of that run.
    /// - Returns: Whether a second was counted.
    @discardableResult mutating func count(to milliseconds: Int, inRun run: Int) -> Bool {
        let seconds = (lead + milliseconds) / 1_000
        guard status == .running, run == self.run, seconds > counted else { return false }
        time.subtract(seconds - counted)
        counted = seconds
        if time.isOver { stop() }
        return true
    }

    /// FG-TIMER-06: whether a reset would lose something: a time that is neither the initial one nor over.
    var isWorthKeeping: Bool { time != initial && !time.isOver }

    /// FG-TIMER-06: stops, and goes back to the initial time.
    mutating func reset() {
        stop()
        time = initial
    }

    /// FG-TIMER-08: stops, and sets the time.
    ///
    /// - Parameter time: The new time. If it is nil, the time stays as it is.
    mutating func set(_ time: GatherTime?) {
        stop()
        if let time { self.time = time }
    }

    private mutating func stop() {
        status = .stopped
        passed = 0
    }
}
