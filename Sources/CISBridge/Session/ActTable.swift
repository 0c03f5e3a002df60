import CIS

/// The actions of a session that are in flight, and the outcomes of those that ended most recently.
struct ActTable {
    /// An action that has started and whose `done` message has not been sent.
    struct Running {
        var ref: Int
        let scene: Int
        /// The session's commit count when the action started.
        let firstCommit: Int
        var task: Task<Void, Never>?
    }

    /// How an action ended.
    struct Outcome {
        var ref: Int
        let number: Int
        let scene: Int
        let end: ActionEnd
        /// The revision of the scene's state that the host had when `done` was sent.
        var revision = 0
    }

    private(set) var running: [Int: Running] = [:]
    private(set) var last = 0
    private var numberOfRef: [Int: Int] = [:]
    private var outcomes: [Int: Outcome] = [:]
    /// The numbers of the remembered outcomes. Once it holds `limit` numbers, it is used as a ring buffer.
    private var remembered: [Int] = []
    /// The index of the oldest number in `remembered`.
    private var oldest = 0
    private var limit = 1_024
    /// The actions that have ended but whose `done` must wait until certain states are sent, in the order in which they
    /// ended. `awaited` maps a scene to the revision to wait for.
    private var ended: [(number: Int, end: ActionEnd, awaited: [Int: Int])] = []

    /// The number of actions in flight.
    var count: Int { running.count }

    func isInFlight(ref: Int, otherThan number: Int? = nil) -> Bool {
        numberOfRef[ref].map { $0 != number && running[$0] != nil } ?? false
    }
    /// Whether the table still knows an action with this reference, in flight or ended.
    func isKnown(ref: Int) -> Bool { numberOfRef[ref] != nil }
    func task(of ref: Int) -> Task<Void, Never>? { numberOfRef[ref].flatMap { running[$0]?.task } }
    func outcome(of number: Int) -> Outcome? { outcomes[number] }

    /// Records that an action has started.
    mutating func begin(_ number: Int, ref: Int, scene: Int, firstCommit: Int, limit: Int) {
        last = number
        self.limit = limit
        running[number] = Running(ref: ref, scene: scene, firstCommit: firstCommit)
        numberOfRef[ref] = number
    }

    mutating func set(_ task: Task<Void, Never>, of number: Int) {
        running[number]?.task = task
    }

    /// Changes the reference of an action. Called when the host repeats an action, because the repetition may carry a
    /// new reference and the answer must use it.
    mutating func rename(_ number: Int, to ref: Int) {
        if let old = running[number]?.ref ?? outcomes[number]?.ref, numberOfRef[old] == number {
            numberOfRef[old] = nil
        }
        numberOfRef[ref] = number
        running[number]?.ref = ref
        outcomes[number]?.ref = ref
    }

    mutating func end(_ number: Int, _ end: ActionEnd, awaiting awaited: [Int: Int]) {
        ended.append((number, end, awaited))
    }

    /// Removes the ended actions whose awaited states have all been sent, and returns their outcomes in the order in
    /// which the actions ended.
    ///
    /// - Parameter isSent: Returns whether the given revision of a scene has been sent. It also returns `true` if the
    ///   scene is closed.
    mutating func takeReady(where isSent: (_ scene: Int, _ revision: Int) -> Bool) -> [Outcome] {
        guard !ended.isEmpty else { return [] }
        var ready: [Outcome] = []
        var waiting: [(number: Int, end: ActionEnd, awaited: [Int: Int])] = []
        for entry in ended {
            if entry.awaited.allSatisfy({ isSent($0.key, $0.value) }) {
                if let outcome = finish(entry.number, entry.end) { ready.append(outcome) }
            } else {
                waiting.append(entry)
            }
        }
        ended = waiting
        return ready
    }

    private mutating func finish(_ number: Int, _ end: ActionEnd) -> Outcome? {
        guard let act = running.removeValue(forKey: number) else { return nil }
        let outcome = Outcome(ref: act.ref, number: number, scene: act.scene, end: end)
        outcomes[number] = outcome
        remember(number)
        return outcome
    }

    /// Records that an action has ended. At the limit, it drops the outcome of the action that ended longest ago. That
    /// is not always the lowest number, because a long action may end after many later ones.
    private mutating func remember(_ number: Int) {
        guard remembered.count >= limit else { return remembered.append(number) }
        let forgotten = remembered[oldest]
        remembered[oldest] = number
        oldest = (oldest + 1) % limit
        if let outcome = outcomes.removeValue(forKey: forgotten), numberOfRef[outcome.ref] == forgotten {
            numberOfRef[outcome.ref] = nil
        }
    }

    /// Stores the revision that was sent with an outcome.
    mutating func note(_ revision: Int, of number: Int) {
        outcomes[number]?.revision = revision
    }

    /// A copy for a saved session. It holds outcomes only: actions in flight are recorded as cancelled.
    var asSaved: ActTable {
        var table = self
        let ends = Dictionary(ended.map { ($0.number, $0.end) }) { $1 }
        for number in running.keys.sorted() { _ = table.finish(number, ends[number] ?? .cancelled(nil)) }
        table.ended = []
        return table
    }
}
