import CISBridge
import TestSupport
import Testing

/// Random trees, and trees that differ from others in a few places.
struct TreeDice {
    var dice: Dice

    mutating func tree(_ depth: Int = 0) -> JSONTree {
        switch Int.random(in: 0..<(depth < 4 ? 9 : 6), using: &dice) {
        case 0: .null
        case 1: .bool(Bool.random(using: &dice))
        case 2: .int(Int.random(in: -9...9, using: &dice))
        case 3: .number([0.0, -0.0, Double.random(in: -2...2, using: &dice)].randomElement(using: &dice) ?? 0)
        case 4, 5:
            .text(
                ["", "a", "ä/~", "견적", "🧾", "long \"text\"\n", "e\u{301}", "é", Self.marks, Self.sameMarks]
                    .randomElement(using: &dice) ?? "")
        case 6: .array((0..<Int.random(in: 0..<6, using: &dice)).map { _ in tree(depth + 1) })
        case 7: rows(depth)
        default:
            object(
                ["a", "b", "c/d", "e~", "id", "견", Bool.random(using: &dice) ? Self.marks : Self.sameMarks]
                    .filter { _ in Bool.random(using: &dice) }, depth)
        }
    }

    /// Two texts of the same length that are equal in Swift, but have different bytes.
    static let marks = "a\u{316}\u{301}"
    static let sameMarks = "a\u{301}\u{316}"

    private mutating func object(_ keys: [String], _ depth: Int) -> JSONTree {
        .object(JSONTree.ObjectNode(ObjectShape(keys), keys.map { _ in tree(depth + 1) }))
    }

    private mutating func rows(_ depth: Int) -> JSONTree {
        var ids = Array(0..<Int.random(in: 0..<12, using: &dice))
        ids.shuffle(using: &dice)
        // Sometimes an id occurs twice.
        if Int.random(in: 0..<5, using: &dice) == 0, let id = ids.first { ids.append(id) }
        let shape = ObjectShape(["id", "value"])
        return .array(ids.map { .object(JSONTree.ObjectNode(shape, [.int($0), tree(depth + 2)])) })
    }

    /// The tree with a few changes.
    mutating func changed(_ tree: JSONTree) -> JSONTree {
        if Int.random(in: 0..<12, using: &dice) == 0 { return self.tree(2) }
        switch tree {
        case .array(let node):
            var elements = node.elements
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: elements.shuffle(using: &dice)
            case 1: elements.insert(self.tree(3), at: Int.random(in: 0...elements.count, using: &dice))
            case 2 where !elements.isEmpty: elements.remove(at: Int.random(in: 0..<elements.count, using: &dice))
            case 3: elements.reverse()
            default:
                if let index = elements.indices.randomElement(using: &dice) {
                    elements[index] = changed(elements[index])
                }
            }
            return .array(elements)
        case .object(let node):
            guard let index = node.values.indices.randomElement(using: &dice) else { return self.tree(3) }
            var (keys, values) = (node.shape.keys, node.values)
            values[index] = changed(values[index])
            if Int.random(in: 0..<4, using: &dice) == 0 {
                keys.remove(at: index)
                values.remove(at: index)
            }
            return .object(JSONTree.ObjectNode(ObjectShape(keys), values))
        default: return self.tree(3)
        }
    }
}

/// The differences of two trees.
@Suite struct `B5 no drift: differences` {
    @Test func `the base and the steps make the new tree, for any two trees`() throws {
        for seed in seeds(repetitions(20_000, atLeast: 500), for: "differences") {
            var dice = TreeDice(dice: Dice(seed: seed))
            let old = dice.tree()
            let new = seed.isMultiple(of: 3) ? dice.tree() : dice.changed(old)
            let operations = try #require(Difference.between(old, new))
            let applied = old.applying(operations)
            #expect(applied == new, "seed \(seed): \(old.text) → \(new.text)")
            #expect(applied?.checksum == new.checksum, "seed \(seed): \(old.text) → \(new.text)")
            if old == new { #expect(operations.isEmpty, "seed \(seed)") }
        }
    }

    @Test func `writing and reading a tree gives the same tree`() throws {
        for seed in seeds(repetitions(20_000, atLeast: 500), for: "texts") {
            var dice = TreeDice(dice: Dice(seed: seed))
            let tree = dice.tree()
            let read = try JSONReader.read(tree.bytes)
            #expect(read == tree, "seed \(seed): \(tree.text)")
            #expect(read.checksum == tree.checksum, "seed \(seed)")
        }
    }

    @Test func `texts and keys that only Unicode considers equal are different`() throws {
        let (one, other) = (TreeDice.marks, TreeDice.sameMarks)
        #expect(one == other && one.utf8.count == other.utf8.count)
        #expect(JSONTree.text(one) != .text(other))
        #expect(JSONTree.object([one: .int(1)]) != .object([other: .int(1)]))
        #expect(Difference.between(.text(one), .text(other))?.count == 1)
        let (old, new) = (
            JSONTree.object(["a": .int(1), one: .int(1)]), JSONTree.object(["a": .int(1), other: .int(1)])
        )
        #expect(old.applying(try #require(Difference.between(old, new)))?.checksum == new.checksum)
    }

    private func rows(_ ids: [Int]) -> JSONTree {
        .array(ids.map { .object(["id": .int($0), "title": .text("row \($0)")]) })
    }

    @Test func `a row at the front is one step`() {
        #expect(Difference.between(rows(Array(1..<100)), rows(Array(0..<100)))?.count == 1)
    }

    @Test func `moving the last row to the front is one move`() {
        let operations = Difference.between(rows([1, 2, 3, 4, 5]), rows([5, 1, 2, 3, 4]))
        #expect(operations == [.move(from: "/4", path: "/0")])
    }

    @Test func `rows that were removed, moved and changed at once are found`() throws {
        let old = rows(Array(0..<50))
        let new = JSONTree.array(
            [7, 3, 49, 60, 12, 11].map { .object(["id": .int($0), "title": .text($0 == 12 ? "new" : "row \($0)")]) })
        #expect(old.applying(try #require(Difference.between(old, new))) == new)
    }

    @Test func `a patch for an array with duplicate ids is right, though not by id`() throws {
        let (old, new) = (rows([1, 1, 2, 3]), rows([1, 2, 1, 3, 1]))
        #expect(old.applying(try #require(Difference.between(old, new))) == new)
    }

    @Test func `for 10,000 rows in another order the state is sent instead of a patch`() throws {
        let (old, new) = (rows(Array(0..<10_000)), rows(Array(0..<10_000).reversed()))
        #expect(Difference.between(old, new, limit: new.size * 6 / 10) == nil)
    }

    @Test func `another case of an enum is replaced`() {
        let old = JSONTree.object(["phase": .object(["loading": .object([:])])])
        let new = JSONTree.object(["phase": .object(["failed": .object(["_0": .text("no")])])])
        #expect(Difference.between(old, new) == [.replace(path: "/phase", new["phase"] ?? .null)])
    }
}
