/// The time that a gather has left.
package struct GatherTime: Sendable, Equatable, Codable {
    package var minutes: Int
    package var seconds: Int

    /// FG-TIMER-01: the time of a new gather.
    package static let standard = GatherTime(minutes: 10, seconds: 0)

    package init(minutes: Int, seconds: Int) {
        self.minutes = minutes
        self.seconds = seconds
    }

    /// FG-TIMER-03: whether no time is left. A negative time counts as over, too.
    package var isOver: Bool { minutes <= 0 && seconds <= 0 }

    /// FG-TIMER-10: the time as text, such as `09:05`.
    package var text: String { "\(Self.twoDigits(minutes)):\(Self.twoDigits(seconds))" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// FG-TIMER-04: subtracts seconds, with the same result as that many ticks. Stops at zero.
    mutating func subtract(_ count: Int) {
        if count <= seconds {
            seconds -= count
        } else {
            let left = max(minutes * 60 + seconds - count, 0)
            (minutes, seconds) = left.quotientAndRemainder(dividingBy: 60)
        }
    }
}

/// FG-GATHER-09: the columns of the time picker, in the order in which they are shown.
package enum TimeComponent: String, Sendable, Codable, CaseIterable {
    case minutes, seconds

    /// The values that can be picked.
    package static let rows = 0..<60
}
