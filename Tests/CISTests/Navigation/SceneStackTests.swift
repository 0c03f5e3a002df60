import CIS
import Foundation
import TestSupport
import Testing

/// The value `SceneStack`. The suite `Children in step` tests its children.
@Suite struct `Stacks` {
    @Test func `a pushed screen is on top`() {
        var stack = SceneStack(["a", "b"])
        stack.push("c")
        #expect(stack.routes == ["a", "b", "c"])
        #expect(stack.top?.route == "c")
    }

    @Test func `a pop removes the top and returns it`() {
        var stack = SceneStack(["a", "b"])
        #expect(stack.pop() == "b")
        #expect(stack.pop() == "a")
        #expect(stack.pop() == nil)
        #expect(stack.top == nil)
    }

    @Test func `a stack is empty when its last screen was popped`() {
        var stack = SceneStack(["a"])
        #expect(!stack.isEmpty)
        stack.pop()
        #expect(stack.isEmpty)
    }

    @Test func `a deep link is a list of steps`() {
        var stack = SceneStack(["home"])
        stack.push(["list", "item", "photo"])
        #expect(stack.routes == ["home", "list", "item", "photo"])
    }

    @Test func `a pop to an element keeps it and takes off what is above`() throws {
        var stack = SceneStack(["a", "b", "c", "d"])
        let before = stack.elements
        stack.pop(to: try #require(before.dropFirst().first).id)
        #expect(stack.elements == Array(before.prefix(2)))
    }

    @Test func `a pop from an element takes off the element and what is above`() throws {
        var stack = SceneStack(["a", "b", "c", "d"])
        let before = stack.elements
        stack.pop(from: try #require(before.dropFirst().first).id)
        #expect(stack.elements == Array(before.prefix(1)))
        stack.pop(from: try #require(before.first).id)
        #expect(stack.elements.isEmpty)
    }

    @Test func `a pop to or from an element that is not there does nothing`() {
        var stack = SceneStack(["a", "b"])
        let before = stack
        stack.pop(to: 99)
        stack.pop(from: 99)
        stack.pop(toLast: { $0 == "z" })
        #expect(stack == before)
    }

    @Test func `a pop to a screen finds the topmost that matches`() {
        var stack = SceneStack(["a", "b", "a", "c"])
        stack.pop(toLast: { $0 == "a" })
        #expect(stack.routes == ["a", "b", "a"])
    }

    @Test func `a replaced top is a new element, also for the same route`() {
        var stack = SceneStack(["a", "b"])
        let before = stack.elements
        stack.replaceTop(with: "b")
        #expect(stack.elements.first == before.first)
        #expect(stack.elements.last?.id != before.last?.id)
        #expect(stack.routes == ["a", "b"])
    }

    @Test func `replacing the top of an empty stack pushes`() {
        var stack = SceneStack<String>()
        stack.replaceTop(with: "a")
        #expect(stack.routes == ["a"])
    }

    @Test func `showing other screens keeps those that are shared from the bottom up`() {
        var stack = SceneStack(["a", "b", "c"])
        let before = stack.elements
        stack.show(["a", "b", "d", "c"])
        #expect(stack.routes == ["a", "b", "d", "c"])
        #expect(Array(stack.elements.prefix(2)) == Array(before.prefix(2)))
        #expect(stack.elements.dropFirst(2).allSatisfy { element in !before.contains { $0.id == element.id } })
    }

    @Test func `showing the current screens changes nothing`() {
        var stack = SceneStack(["a", "b"])
        let before = stack
        stack.show(["a", "b"])
        #expect(stack == before)
        stack.show([])
        #expect(stack.elements.isEmpty)
    }

    @Test func `showing a thousand screens compares each shared one once`() {
        let routes = (0..<1_000).map { CountedRoute(number: $0) }
        var stack = SceneStack(routes)
        CountedRoute.$comparisons.withValue(Counter()) {
            stack.show(routes + [CountedRoute(number: 1_000)])
            #expect(CountedRoute.comparisons?.count == 1_000)
        }
        #expect(stack.elements.count == 1_001)
    }

    // An id is not used again after its element was popped.
    @Test func `an id is never used again`() {
        var stack = SceneStack(["a", "b"])
        var seen = Set(stack.elements.map(\.id))
        stack.pop()
        stack.push("b")
        #expect(seen.insert(stack.elements[1].id).inserted)
        stack.popAll()
        stack.push(["a", "b"])
        #expect(stack.elements.allSatisfy { seen.insert($0.id).inserted })
    }

    @Test func `stacks with the same history are equal and have equal hashes`() {
        func history() -> SceneStack<String> {
            var stack = SceneStack(["a", "b"])
            stack.pop()
            stack.push("c")
            return stack
        }
        #expect(history() == history())
        #expect(history().hashValue == history().hashValue)
    }

    @Test func `a description lists the screens`() {
        #expect("\(SceneStack(["a", "b"]))" == #"["a", "b"]"#)
    }

    // MARK: Coded

    @Test func `a decoded stack equals the one that was encoded, and goes on counting`() throws {
        var stack = SceneStack(["a", "b"])
        stack.pop()
        var decoded = try JSONDecoder().decode(
            SceneStack<String>.self, from: try JSONEncoder().encode(stack))
        #expect(decoded == stack)
        decoded.push("c")
        #expect(decoded.elements.map(\.id) == [1, 3])
    }

    // A file that was tampered with causes an error, and no trap.
    @Test(arguments: [
        #"{"elements":[{"id":2,"route":"a"},{"id":2,"route":"b"}],"lastID":2}"#,
        #"{"elements":[{"id":2,"route":"a"},{"id":1,"route":"b"}],"lastID":2}"#,
        #"{"elements":[{"id":2,"route":"a"}],"lastID":1}"#,
    ])
    func `a stack in which an id occurs twice cannot be decoded`(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SceneStack<String>.self, from: Data(json.utf8))
        }
    }

    // Otherwise the counter would overflow, and an id would be used a second time.
    @Test(arguments: [UInt64.max, UInt64.max - 1, 1 << 63] as [UInt64])
    func `a stack with the greatest id cannot be decoded`(_ lastID: UInt64) {
        let json = #"{"elements":[],"lastID":\#(lastID)}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SceneStack<String>.self, from: Data(json.utf8))
        }
    }

    @Test func `a decoded stack gives new elements greater ids`() {
        for seed in seeds(repetitions(200, atLeast: 50), for: "Decoded stacks") {
            var dice = Dice(seed: seed)
            let extremes: [UInt64] = [0, 1, 2, 3, UInt64(Int64.max), 1 << 63, .max - 1, .max, dice.next()]
            func id() -> UInt64 { extremes.randomElement(using: &dice) ?? 0 }
            let elements = (0..<Int.random(in: 0...4, using: &dice)).map { _ in #"{"id":\#(id()),"route":"a"}"# }
            let json = #"{"elements":[\#(elements.joined(separator: ","))],"lastID":\#(id())}"#
            guard var stack = try? JSONDecoder().decode(SceneStack<String>.self, from: Data(json.utf8)) else {
                continue
            }
            stack.push(["b", "c", "d"])
            let ids = stack.elements.map(\.id)
            #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }, "CIS_SEED=\(seed): \(json) gave \(ids)")
        }
    }
}

/// Counts its comparisons.
private struct CountedRoute: Equatable, Sendable {
    @TaskLocal static var comparisons: Counter?

    let number: Int

    static func == (lhs: CountedRoute, rhs: CountedRoute) -> Bool {
        comparisons?.count += 1
        return lhs.number == rhs.number
    }
}

/// A number that one test counts up.
private final class Counter: @unchecked Sendable {  // used by one thread, without a suspension
    var count = 0
}
