internal import CIS

/// One run of an exploration and its result.
struct ExploredRun {
    /// What is wrong in a run.
    enum Problem {
        case check(TestFailure)
        case staleWrite(StaleWrites.Finding)
        /// An injected error about which nothing was done.
        case swallowed(InjectedError)

        /// Whether it is the same check, or a stale write by the same mutation.
        func isSame(as other: Problem?) -> Bool {
            switch (self, other) {
            case (.check(let one), .check(let other)):
                "\(one.place.fileID)" == "\(other.place.fileID)" && one.place.line == other.place.line
                    && one.place.column == other.place.column
            case (.staleWrite(let one), .staleWrite(let other)):
                one.caseName == other.caseName && one.scene.type == other.scene.type
            case (.swallowed(let one), .swallowed(let other)): one.function == other.function
            default: false
            }
        }
    }

    let plan: Plan
    let failures: [TestFailure]
    let findings: [String]
    /// The stale writes that are not excepted.
    let stale: [StaleWrites.Finding]
    let rests: [RestState]
    let swallowed: InjectedError?
    /// The calls of tasks that are not tracked.
    let gaps: Set<String>
    let events: [SceneEvent.Kind]
    /// Whether it was ended because it took too many steps.
    let isEndless: Bool

    var erased: [StaleWrites.Finding] { stale.filter(\.isErased) }

    /// Its steps, events and failures.
    @MainActor var trace: String {
        ([plan.text] + events.map { "\($0)" } + findings + stale.map(\.hint)).joined(separator: "\n")
    }
}

/// Tells on a terminal how far a long exploration has come, every two seconds.
package struct ExplorationProgress {
    private let start = ContinuousClock.now
    private var seconds: Int64 = 0

    package init() {}

    mutating func note(_ number: Int, _ place: SourcePlace) {
        if let line = line(number, place, after: start.duration(to: .now)), isStandardErrorTerminal {
            writeToStandardError(line)
        }
    }

    /// The line to write. `nil` if the last one is less than two seconds ago.
    package mutating func line(_ number: Int, _ place: SourcePlace, after time: Duration) -> String? {
        guard time.components.seconds >= seconds + 2 else { return nil }
        seconds = time.components.seconds
        return "exploring \(place.fileID):\(place.line): \(CountText.of(number, "order")) after \(seconds) s\n"
    }
}
