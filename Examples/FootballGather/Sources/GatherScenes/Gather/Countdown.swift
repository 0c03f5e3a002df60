/// FG-TIMER-01 to FG-TIMER-08: the rules of the countdown. It has no clock; ``Gather`` passes the number of seconds to it.
package struct Countdown: Sendable, Equatable, Codable {
    package enum Status: String, Sendable, Codable { case stopped, running, paused }

    /// FG-TIMER-06 as decided in D7: the time after a reset.
    package let initial: GatherTime
    package private(set) var time: GatherTime
    package private(set) var status = Status.stopped
    /// How many times the countdown was started. Seconds of an earlier run do not count.
    package private(set) var run = 0
    /// The seconds of this run that were already subtracted from the time.
    private var counted = 0

    package init(_ time: GatherTime = .standard) {
        initial = time
        self.time = time
    }

    // `counted` is not saved: the seconds of a restored run begin with its restoration.
    private enum CodingKeys: CodingKey { case initial, time, status, run }

    /// FG-TIMER-02: the title of the button. FG-TIMER-05 as decided in D6: it is computed, so it is `Start` when the
    /// time is over.
    package var actionTitle: String {
        switch status {
        case .stopped: "Start"
        case .running: "Pause"
        case .paused: "Resume"
        }
    }

    /// FG-TIMER-03: starts, pauses or resumes. Does nothing if no time is left.
    mutating func press() {
        guard !time.isOver else { return }
        if status == .running {
            status = .paused
        } else {
            status = .running
            run += 1
            counted = 0
        }
    }

    /// FG-TIMER-04: subtracts the seconds of a tick. A late tick counts all seconds since the last one, so no time is lost.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds since the run began.
    ///   - run: The number of that run.
    mutating func count(to seconds: Int, inRun run: Int) {
        guard status == .running, run == self.run, seconds > counted else { return }
        time.subtract(seconds - counted)
        counted = seconds
        if time.isOver { status = .stopped }
    }

    /// FG-TIMER-06: stops, and goes back to the initial time.
    mutating func reset() {
        status = .stopped
        time = initial
    }

    /// FG-TIMER-08: stops, and sets the time.
    ///
    /// - Parameter time: The new time. If it is nil, the time stays as it is.
    mutating func set(_ time: GatherTime?) {
        status = .stopped
        if let time { self.time = time }
    }
}
