/// The steps that turn one list of ids into another: removals, moves and insertions. There are as few moves as
/// possible: the elements of a longest ascending subsequence stay where they are.
struct ArrayPlan {
    enum Step {
        /// Removes the element at an offset.
        case remove(Int)
        /// Moves an element. The second offset is counted without the element.
        case move(from: Int, to: Int)
        /// Inserts an element at an offset. `source` is its offset in the new array.
        case insert(Int, source: Int)
    }

    /// The steps in order. Each offset refers to the result of the steps before.
    private(set) var steps: [Step] = []
    /// The old and the new offsets of the elements that are in both arrays.
    private(set) var kept: [(old: Int, new: Int)] = []

    /// - Returns: `nil` if more steps than the limit are needed.
    init?(from old: [Identifier], to new: [Identifier], limit: Int) {
        let newOffsets = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
        for offset in old.indices.reversed() where newOffsets[old[offset]] == nil { steps.append(.remove(offset)) }
        kept = old.enumerated().compactMap { offset, id in newOffsets[id].map { (offset, $0) } }
        let resting = Self.longestAscending(kept.map(\.new))
        // The new offsets of the kept elements, in their current order.
        var working = kept.map(\.new)
        let movers = Set(kept.indices.filter { !resting.contains($0) }.map { kept[$0].new })
        let known = Set(working)
        guard steps.count + movers.count + (new.count - kept.count) <= limit else { return nil }
        // The elements that stay are in order. Each other element goes behind the one that precedes it in the new array.
        for target in new.indices {
            if !known.contains(target) {
                let place = Self.place(of: target, in: working)
                working.insert(target, at: place)
                steps.append(.insert(place, source: target))
            } else if movers.contains(target), let from = working.firstIndex(of: target) {
                working.remove(at: from)
                let place = Self.place(of: target, in: working)
                working.insert(target, at: place)
                steps.append(.move(from: from, to: place))
            }
        }
    }

    /// Returns the offset at which an element belongs: behind the element that precedes it in the new array. The
    /// preceding element is already in its place.
    ///
    /// - Parameter target: The offset of the element in the new array.
    private static func place(of target: Int, in working: [Int]) -> Int {
        guard target > 0 else { return 0 }
        return (working.firstIndex(of: target - 1) ?? -1) + 1
    }

    /// The offsets of a longest ascending subsequence. Its numbers need not be neighbours.
    private static func longestAscending(_ numbers: [Int]) -> Set<Int> {
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for index in numbers.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var members: Set<Int> = []
        var index = ends.last ?? -1
        while index >= 0 {
            members.insert(index)
            index = before[index]
        }
        return members
    }
}
