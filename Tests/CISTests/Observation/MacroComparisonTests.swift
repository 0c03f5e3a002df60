import CIS
import Observation
import Testing

/// The same reads and changes on a scene and on a class that `@Observable` makes observable.
@MainActor
@Suite struct `tracking beside @Observable` {
    /// The three ways to read.
    enum Way: CaseIterable {
        case macro, observed, state

        @MainActor var screen: any TrackedScreen {
            switch self {
            case .macro: MacroScreen()
            case .observed: SceneScreen(readsState: false)
            case .state: SceneScreen(readsState: true)
            }
        }
    }

    /// How often each of three readers is invalidated: of `@Observable`, `observed` and `state`.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let told: [Way: Int]
        let read: @MainActor @Sendable (any TrackedScreen) -> Void
        let change: @MainActor @Sendable (any TrackedScreen) -> Void

        init(
            _ name: String, macro: Int, observed: Int, state: Int,
            read: @escaping @MainActor @Sendable (any TrackedScreen) -> Void,
            change: @escaping @MainActor @Sendable (any TrackedScreen) -> Void
        ) {
            testDescription = name
            told = [.macro: macro, .observed: observed, .state: state]
            self.read = read
            self.change = change
        }
    }

    @Test(arguments: Way.allCases, sameOnAllSides + differences)
    func `a reader is invalidated as often as the table says`(way: Way, entry: Case) {
        let screen = way.screen
        let told = Shared(0)
        withObservationTracking {
            entry.read(screen)
        } onChange: {
            MainActor.assumeIsolated { told.value += 1 }
        }
        entry.change(screen)
        #expect(told.value == entry.told[way])
    }

    /// What the three have in common, but that any commit invalidates a reader of the whole state.
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
        Case("computed, what it does not read changed", macro: 0, observed: 0, state: 1) {
            _ = $0.sum
        } change: {
            $0.flag = true
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

    /// Where they differ: `@Observable` looks at each assignment, `observed` at the value after each commit.
    nonisolated static let differences: [Case] = [
        // `@Observable` has no path into a field.
        Case("part of a struct, another part changed", macro: 1, observed: 0, state: 1) {
            _ = $0.low
        } change: {
            $0.setHigh(1)
        },
        // `@Observable` does not know what was computed.
        Case("computed, its value stays the same", macro: 1, observed: 0, state: 1) {
            _ = $0.isEmpty
        } change: {
            $0.numbers = [0, 1]
        },
        // `@Observable` compares only what is assigned as a whole, not what is changed where it is.
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

    @Test(arguments: Way.allCases)
    func `both readers of a field are invalidated, the reader of another is not`(way: Way) {
        let screen = way.screen
        let told = Recorder<String>()
        for name in ["first", "second"] {
            withObservationTracking {
                _ = screen.text
            } onChange: {
                MainActor.assumeIsolated { told.note(name) }
            }
        }
        withObservationTracking {
            _ = screen.large
        } onChange: {
            MainActor.assumeIsolated { told.note("other") }
        }
        screen.text = "a"
        #expect(Set(told.entries) == (way == .state ? ["first", "second", "other"] : ["first", "second"]))
        #expect(told.entries.count == (way == .state ? 3 : 2))
    }

    @Test(arguments: Way.allCases)
    func `a change inside onChange invalidates those who read what it changes`(way: Way) {
        let screen = way.screen
        let told = Recorder<String>()
        withObservationTracking {
            _ = screen.large
        } onChange: {
            MainActor.assumeIsolated {
                told.note("large")
                withObservationTracking {
                    _ = screen.text
                } onChange: {
                    MainActor.assumeIsolated { told.note("text") }
                }
                screen.text = "a"
            }
        }
        screen.large = 1
        #expect(told.entries == ["large", "text"])
        #expect(screen.large == 1)
        #expect(screen.text == "a")
    }

    /// A difference: a scene invalidates after the commit, `@Observable` before the assignment.
    @Test(arguments: Way.allCases)
    func `inside onChange a scene has the new value, a class with @Observable the old one`(way: Way) {
        let screen = way.screen
        let seen = Recorder<Int>()
        withObservationTracking {
            _ = screen.large
        } onChange: {
            MainActor.assumeIsolated { seen.note(screen.large) }
        }
        screen.large = 1
        #expect(seen.entries == [way == .macro ? 0 : 1])
    }

    /// A difference, which follows from the one above: with `@Observable` this calls `onChange` again and again, until the
    /// stack is full.
    @Test(arguments: [Way.observed, .state])
    func `a change of the same field inside onChange is applied next, and its reader is called once`(way: Way) {
        let screen = way.screen
        let told = Shared(0)
        withObservationTracking {
            _ = screen.large
        } onChange: {
            MainActor.assumeIsolated {
                told.value += 1
                screen.large = 2
            }
        }
        screen.large = 1
        #expect(screen.large == 2)
        #expect(told.value == 1)
    }

    @Test(arguments: Way.allCases)
    func `a reader that reads again is invalidated again`(way: Way) {
        let screen = way.screen
        let told = Shared(0)
        for number in 1...3 {
            withObservationTracking {
                _ = screen.large
            } onChange: {
                MainActor.assumeIsolated { told.value += 1 }
            }
            screen.large = number
        }
        #expect(told.value == 3)
    }

    @Test(arguments: Way.allCases)
    func `Observations yields each value that is awaited`(way: Way) async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let screen = way.screen
        // With an error type: a closure that cannot throw crashes the compiler of Swift 6.3.
        let read = Observations<Int, any Error> { () throws(any Error) -> Int in screen.large }
        var values = read.makeAsyncIterator()
        #expect(try await values.next() == 0)
        for number in 1...3 {
            // Runs when `next` suspends, or before it looks.
            let change = Task { @MainActor in screen.large = number }
            #expect(try await values.next() == number)
            await change.value
        }
    }
}
