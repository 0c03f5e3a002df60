import CIS
import CISTesting
import Testing

/// Whether values are the same.
@Suite struct `Equality of values` {
    private struct Plain { var name = "a", values: [Int] = [1], next: Any? }
    private struct Measured: Equatable { var value: Double, name = "x" }
    private enum Step { case idle, done, failed(String), sized(width: Int, height: Int) }
    private final class Box { let value = 1 }
    private final class Named: Equatable {
        let name: String
        init(_ name: String) { self.name = name }
        static func == (lhs: Named, rhs: Named) -> Bool { lhs.name == rhs.name }
    }
    private struct CaseBlind: Equatable {
        var text: String
        static func == (lhs: CaseBlind, rhs: CaseBlind) -> Bool { lhs.text.lowercased() == rhs.text.lowercased() }
    }
    private struct NeverEqual: Equatable {
        var text = "a"
        static func == (lhs: NeverEqual, rhs: NeverEqual) -> Bool { false }
    }

    @Test func `values of an equatable type are compared with ==`() {
        #expect(areEqual(1, 1))
        #expect(!areEqual(1, 2))
        #expect(areEqual(CaseBlind(text: "A"), CaseBlind(text: "a")))
        #expect(!areEqual(NeverEqual(), NeverEqual()))
        #expect(areEqual(Named("a"), Named("a")))
    }

    @Test func `values of different types are never equal`() {
        #expect(!areEqual(1, 1.0))
        #expect(!areEqual(1, Int?.some(1) as Any))
        #expect(!areEqual(Int?.none as Any, String?.none as Any))
    }

    private indirect enum Deep {
        case end(Int)
        case next(Deep, Step)

        init(levels: Int, end: Int) {
            self = (0..<levels).reduce(.end(end)) { deep, level in .next(deep, .failed("\(level)")) }
        }
    }

    @Test(arguments: [50, 150, 5_000])
    func `values nested to any depth are compared part by part`(levels: Int) {
        #expect(areEqual(Deep(levels: levels, end: 1), Deep(levels: levels, end: 1)))
        #expect(!areEqual(Deep(levels: levels, end: 1), Deep(levels: levels, end: 2)))
        #expect(!areEqual(Deep(levels: levels, end: 1), Deep(levels: levels + 1, end: 1)))
    }

    @Test func `other values are compared part by part`() {
        #expect(areEqual(Plain(), Plain()))
        #expect(!areEqual(Plain(), Plain(name: "b")))
        #expect(!areEqual(Plain(), Plain(values: [1, 2])))
        #expect(!areEqual(Plain(next: Plain()), Plain(next: Plain(name: "b"))))
        #expect(areEqual(Plain(next: Plain()), Plain(next: Plain())))
        #expect(areEqual((1, "a"), (1, "a")))
        #expect(!areEqual((1, "a"), (1, "b")))
        #expect(!areEqual((x: 1, y: 2), (y: 1, x: 2)))
        #expect(areEqual(() as Any, () as Any))
    }

    @Test func `cases are compared by name and payload`() {
        #expect(areEqual(Step.idle, Step.idle))
        #expect(!areEqual(Step.idle, Step.done))
        #expect(!areEqual(Step.idle, Step.failed("")))
        #expect(areEqual(Step.sized(width: 1, height: 2), Step.sized(width: 1, height: 2)))
        #expect(!areEqual(Step.sized(width: 1, height: 2), Step.sized(width: 2, height: 1)))
        #expect(!areEqual(Step?.none as Any, Step?.some(.idle) as Any))
    }

    @Test func `dictionaries are compared by key`() {
        let entries = (0..<100).map { ($0, Step.sized(width: $0, height: 0)) }
        let first = Dictionary(uniqueKeysWithValues: entries)
        let second = Dictionary(uniqueKeysWithValues: entries.reversed())
        #expect(areEqual(first, second))
        #expect(!areEqual(["a": Step.idle], ["b": Step.idle]))
        #expect(!areEqual(["a": Step.idle], ["a": Step.done]))
    }

    @Test func `objects of a class that is not equatable are equal if they are identical`() {
        let box = Box()
        #expect(areEqual(box, box))
        #expect(!areEqual(box, Box()))
        #expect(!areEqual(Plain(next: box), Plain(next: Box())))
    }

    @Test func `NaN equals itself, even inside of a value`() {
        #expect(areEqual(Double.nan, Double.nan))
        #expect(areEqual(Float?.some(.nan) as Any, Float?.some(.nan) as Any))
        #expect(areEqual(Measured(value: .nan), Measured(value: .nan)))
        #expect(areEqual([Measured(value: .nan), Measured(value: 1)], [Measured(value: .nan), Measured(value: 1)]))
        #expect(!areEqual(Double.nan, 1.0))
        #expect(!areEqual(Measured(value: .nan), Measured(value: 1)))
        #expect(!areEqual(Measured(value: .nan), Measured(value: .nan, name: "y")))
        #expect(!areEqual([NeverEqual()], [NeverEqual()]))
    }

    @Test func `a function is equal to its own copy alone, types are equal`() {
        struct Handlers {
            var handle: (Int) -> Int
        }
        let handlers = Handlers { $0 }
        let copy = handlers
        #expect(areEqual(handlers, copy))
        #expect(!areEqual(handlers, Handlers { $0 + 1 }))
        #expect(areEqual(Int.self, Int.self))
        #expect(!areEqual(Int.self, String.self))
    }

    /// Counts how often its values are reflected.
    private struct Row: CustomReflectable {
        static let reflections = LockedValue(0)
        var text = "a"
        var customMirror: Mirror {
            Row.reflections.withLock { $0 += 1 }
            return Mirror(self, children: ["text": text])
        }
    }

    @Test func `rows that were copied and not changed are not compared one by one`() {
        let before = (rows: Array(repeating: Row(), count: 1_000), names: [1: Row()], isOn: false)
        var after = before
        after.isOn = true
        #expect(!areEqual(before, after))
        after.isOn = false
        #expect(areEqual(before, after))
        #expect(Row.reflections.withLock { $0 } == 0)
        after.rows[999].text = "b"
        #expect(!areEqual(before, after))
        #expect(Row.reflections.withLock { $0 } > 0)
    }
}
