import CIS

/// The actions of a session: those in flight, and the outcomes of the last that were.
struct ActTable {
    /// An action that was begun and whose `done` was not sent.
    struct Running {
        var ref: Int
        let scene: Int
        /// The session's count of commits when it began.
        let firstCommit: Int
        var task: Task<Void, Never>?
    }

    /// How an action ended.
    struct Outcome {
        var ref: Int
        let number: Int
        let scene: Int
        let end: ActionEnd
        /// The revision that the host had of its scene.
        var revision = 0
    }

    private(set) var running: [Int: Running] = [:]
    private(set) var last = 0
    private var numberOfRef: [Int: Int] = [:]
    private var outcomes: [Int: Outcome] = [:]
    /// The numbers of the outcomes: filled up to the limit, from then on a ring.
    private var remembered: [Int] = []
    /// Where the ring has its oldest number.
    private var oldest = 0
    private var limit = 1_024
    /// Ended, and waiting for states to be sent: by number, in the order in which they ended.
    private var ended: [(number: Int, end: ActionEnd, awaited: [Int: Int])] = []

    /// How many are in flight.
    var count: Int { running.count }

    func isInFlight(ref: Int, otherThan number: Int? = nil) -> Bool {
        numberOfRef[ref].map { $0 != number && running[$0] != nil } ?? false
    }
    /// Whether an action with the reference was ever begun that is still known.
    func isKnown(ref: Int) -> Bool { numberOfRef[ref] != nil }
    func task(of ref: Int) -> Task<Void, Never>? { numberOfRef[ref].flatMap { running[$0]?.task } }
    func outcome(of number: Int) -> Outcome? { outcomes[number] }

    /// An action begins: its number is used up.
    mutating func begin(_ number: Int, ref: Int, scene: Int, firstCommit: Int, limit: Int) {
        last = number
        self.limit = limit
        running[number] = Running(ref: ref, scene: scene, firstCommit: firstCommit)
        numberOfRef[ref] = number
    }

    mutating func set(_ task: Task<Void, Never>, of number: Int) {
        running[number]?.task = task
    }

    /// The host has sent an action once more, perhaps under another reference: its answer goes there.
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

    /// Takes out the actions that wait for nothing any more, in the order in which they ended.
    ///
    /// - Parameter isSent: Whether a revision of a scene was sent, or the scene is gone.
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

    /// Notes that an action has ended, and forgets the one that ended longest ago if there are too many. Not the one with the
    /// lowest number, because a long action may end behind many later ones.
    private mutating func remember(_ number: Int) {
        guard remembered.count >= limit else { return remembered.append(number) }
        let forgotten = remembered[oldest]
        remembered[oldest] = number
        oldest = (oldest + 1) % limit
        if let outcome = outcomes.removeValue(forKey: forgotten), numberOfRef[outcome.ref] == forgotten {
            numberOfRef[outcome.ref] = nil
        }
    }

    /// Notes the revision that an outcome was sent with.
    mutating func note(_ revision: Int, of number: Int) {
        outcomes[number]?.revision = revision
    }

    /// The outcomes without the actions, for a session that is saved: those in flight count as cancelled.
    var asSaved: ActTable {
        var table = self
        let ends = Dictionary(ended.map { ($0.number, $0.end) }) { $1 }
        for number in running.keys.sorted() { _ = table.finish(number, ends[number] ?? .cancelled(nil)) }
        table.ended = []
        return table
    }
}
