/// Numbers of tasks in the order in which they run, each at most once. Every operation on one of them takes constant time.
struct TaskOrder: Sendable {
    // Linked in both directions. 0 stands for both ends, because tasks are numbered from 1.
    private var next = [0: 0]
    private var previous = [0: 0]

    init() {}

    var first: Int? { next[0].flatMap { $0 == 0 ? nil : $0 } }

    /// The numbers, that of the next task first.
    var all: [Int] {
        var all: [Int] = []
        var number = next[0] ?? 0
        while number != 0 {
            all.append(number)
            number = next[number] ?? 0
        }
        return all
    }

    func contains(_ number: Int) -> Bool { next[number] != nil }

    /// Adds a number directly before another one, or at the end if that one is not there.
    mutating func insert(_ number: Int, before other: Int? = nil) {
        let following = other.flatMap { contains($0) ? $0 : nil } ?? 0
        let preceding = previous[following] ?? 0
        (next[preceding], next[number]) = (number, following)
        (previous[following], previous[number]) = (number, preceding)
    }

    mutating func remove(_ number: Int) {
        guard let following = next.removeValue(forKey: number) else { return }
        let preceding = previous.removeValue(forKey: number) ?? 0
        next[preceding] = following
        previous[following] = preceding
    }
}
