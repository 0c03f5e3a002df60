internal import CIS

/// One run of an exploration and its result.
struct ExploredRun {
    /// What is wrong in a run.
    enum Problem {
        case check(TestFailure)
        case staleWrite(StaleWrites.Finding)

        /// Whether it is the same check, or a stale write by the same mutation.
        func isSame(as other: Problem?) -> Bool {
            switch (self, other) {
            case (.check(let one), .check(let other)):
                "\(one.place.fileID)" == "\(other.place.fileID)" && one.place.line == other.place.line
                    && one.place.column == other.place.column
            case (.staleWrite(let one), .staleWrite(let other)):
                one.caseName == other.caseName && one.scene.type == other.scene.type
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

/// Tells on a terminal how far a long exploration has come.
@MainActor
struct ExplorationProgress {
    private let start = ContinuousClock.now
    private var seconds: Int64 = 0

    mutating func note(_ number: Int, _ place: SourcePlace) {
        let now = start.duration(to: .now).components.seconds
        guard now >= seconds + 2 else { return }
        seconds = now
        Terminal.write("exploring \(place.fileID):\(place.line): \(number) orders after \(now) s\n")
    }
}
