import CIS
import Observation
import Testing

/// The same reads and changes on a scene and on a class that `@Observable` makes observable.
@MainActor
@Suite struct `Tracking beside @Observable` {
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

    /// How often each of three readers is invalidated: the readers of `@Observable`, `observed` and `state`.
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
    func `a change inside onChange invalidates the readers of the changed field`(way: Way) {
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
        // The error type is written, because a closure that cannot throw crashes the compiler of Swift 6.3.
        let read = Observations<Int, any Error> { () throws(any Error) -> Int in screen.large }
        var values = read.makeAsyncIterator()
        #expect(try await values.next() == 0)
        for number in 1...3 {
            // Runs when `next` suspends, or before it reads the value.
            let change = Task { @MainActor in screen.large = number }
            #expect(try await values.next() == number)
            await change.value
        }
    }
}
