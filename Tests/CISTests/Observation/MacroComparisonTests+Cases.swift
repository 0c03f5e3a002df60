extension `Tracking beside @Observable` {
    /// The cases in which all three behave equally, except that every commit invalidates a reader of the whole state.
    nonisolated static let sameOnAllSides: [Case] = [
        Case("number, changed", macro: 1, observed: 1, state: 1) {
            _ = $0.large
        } change: {
            $0.large = 1
        },
        Case("number, another field changed", macro: 0, observed: 0, state: 1) {
            _ = $0.large
        } change: {
            $0.flag = true
        },
        Case("number, set to the same", macro: 0, observed: 0, state: 1) {
            _ = $0.large
        } change: {
            $0.large = 0
        },
        Case("text, changed", macro: 1, observed: 1, state: 1) {
            _ = $0.text
        } change: {
            $0.text = "a"
        },
        Case("text, set to the same", macro: 0, observed: 0, state: 1) {
            _ = $0.text
        } change: {
            $0.text = ""
        },
        Case("struct, a part changed", macro: 1, observed: 1, state: 1) {
            _ = $0.wide
        } change: {
            $0.setHigh(1)
        },
        Case("array, an element changed", macro: 1, observed: 1, state: 1) {
            _ = $0.numbers
        } change: {
            $0.setFirst(1)
        },
        Case("array, appended", macro: 1, observed: 1, state: 1) {
            _ = $0.numbers
        } change: {
            $0.numbers = [0, 1]
        },
        Case("array, set to an equal one", macro: 0, observed: 0, state: 1) {
            _ = $0.numbers
        } change: {
            $0.numbers = Array(repeating: 0, count: 1)
        },
        Case("optional, set", macro: 1, observed: 1, state: 1) {
            _ = $0.optional
        } change: {
            $0.optional = 0
        },
        Case("optional, nil again", macro: 0, observed: 0, state: 1) {
            _ = $0.optional
        } change: {
            $0.optional = nil
        },
        Case("payload, another case", macro: 1, observed: 1, state: 1) {
            _ = $0.payload
        } change: {
            $0.payload = .number(1)
        },
        Case("dictionary, an entry", macro: 1, observed: 1, state: 1) {
            _ = $0.table
        } change: {
            $0.table = ["a": 1]
        },
        Case("object, another", macro: 1, observed: 1, state: 1) {
            _ = $0.object
        } change: {
            $0.object = .second
        },
        Case("object, the same", macro: 0, observed: 0, state: 1) {
            _ = $0.object
        } change: {
            $0.object = .first
        },
        Case("without ==, changed", macro: 1, observed: 1, state: 1) {
            _ = $0.uncomparable
        } change: {
            $0.uncomparable = Fields.Uncomparable(value: 1)
        },
        Case("computed, its value changed", macro: 1, observed: 1, state: 1) {
            _ = $0.sum
        } change: {
            $0.medium = 1
        },
        Case("two fields, both changed", macro: 1, observed: 1, state: 1) {
            _ = ($0.large, $0.text)
        } change: {
            $0.large = 1
            $0.text = "a"
        },
        Case("changed twice", macro: 1, observed: 1, state: 1) {
            _ = $0.large
        } change: {
            $0.large = 1
            $0.large = 2
        },
        Case("changed and changed back", macro: 1, observed: 1, state: 1) {
            _ = $0.large
        } change: {
            $0.large = 1
            $0.large = 0
        },
        Case("changed while it is being read", macro: 0, observed: 0, state: 0) {
            _ = $0.large
            $0.large = 1
        } change: { _ in
        },
        Case("changed while it is being read, and later", macro: 1, observed: 1, state: 1) {
            _ = $0.large
            $0.large = 1
        } change: {
            $0.large = 2
        },
        Case("nothing read", macro: 0, observed: 0, state: 0) { _ in
        } change: {
            $0.large = 1
        },
    ]

    /// The differences: `@Observable` checks each assignment, and `observed` checks the value after each commit.
    nonisolated static let differences: [Case] = [
        // `@Observable` cannot observe a part of a field.
        Case("part of a struct, another part changed", macro: 1, observed: 0, state: 1) {
            _ = $0.low
        } change: {
            $0.setHigh(1)
        },
        // A scene does not know what the code of a property reads, and does not call it, because it could trap.
        Case("computed, what it does not read changed", macro: 0, observed: 1, state: 1) {
            _ = $0.sum
        } change: {
            $0.flag = true
        },
        // `@Observable` does not know the previous result of the computation.
        Case("computed, its value stays the same", macro: 1, observed: 0, state: 1) {
            _ = $0.isEmpty
        } change: {
            $0.numbers = [0, 1]
        },
        // `@Observable` compares only values that are assigned as a whole, and not values that are changed in place.
        Case("array, an element set to the same", macro: 1, observed: 0, state: 1) {
            _ = $0.numbers
        } change: {
            $0.setFirst(0)
        },
        // `@Observable` does not compare the bits of types without `==`.
        Case("without ==, set to the same", macro: 1, observed: 0, state: 1) {
            _ = $0.uncomparable
        } change: {
            $0.uncomparable = Fields.Uncomparable()
        },
    ]
}
