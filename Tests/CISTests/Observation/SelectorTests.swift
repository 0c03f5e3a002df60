import CIS
import Testing

@MainActor
@Suite struct `Observing by selector` {
    private let scene = FieldsScene()
    private let calls = Shared(0)

    private func count() {
        calls.value += 1
    }

    // MARK: Kinds of field

    @Test func `a stored field of any width notifies when it changes and only then`() {
        let tokens = [
            scene.runtime.observe(\.flag, initially: false) { _ in count() },
            scene.runtime.observe(\.small, initially: false) { _ in count() },
            scene.runtime.observe(\.medium, initially: false) { _ in count() },
            scene.runtime.observe(\.large, initially: false) { _ in count() },
            scene.runtime.observe(\.real, initially: false) { _ in count() },
            scene.runtime.observe(\.wide, initially: false) { _ in count() },
            scene.runtime.observe(\.choice, initially: false) { _ in count() },
            scene.runtime.observe(\.optional, initially: false) { _ in count() },
        ]
        let changes: [@Sendable (inout Fields.State) -> Void] = [
            { $0.flag.toggle() }, { $0.small = .max }, { $0.medium = -1 }, { $0.large = .min }, { $0.real = 0.5 },
            { $0.wide.high = 1 }, { $0.choice = .second }, { $0.optional = 0 },
        ]
        for (number, change) in changes.enumerated() {
            scene.store.change(change)
            #expect(calls.value == number + 1)
        }
        scene.store.change { $0.text = "something else" }
        #expect(calls.value == changes.count)
        for token in tokens { token.cancel() }
    }

    @Test func `every byte of a field counts, not only the lowest`() {
        let tokens = [
            scene.runtime.observe(\.small, initially: false) { _ in count() },
            scene.runtime.observe(\.medium, initially: false) { _ in count() },
            scene.runtime.observe(\.large, initially: false) { _ in count() },
        ]
        var expected = 0
        for byte in 1..<8 {
            scene.store.change { state in
                if byte < 2 { state.small = 1 << (8 * byte) }
                if byte < 4 { state.medium = 1 << (8 * byte - 1) }
                state.large = 1 << (8 * byte - 1)
            }
            expected += (byte < 2 ? 1 : 0) + (byte < 4 ? 1 : 0) + 1
            #expect(calls.value == expected, "byte \(byte)")
        }
        for token in tokens { token.cancel() }
    }

    @Test func `an array changed in place notifies`() {
        let seen = Recorder<[Int]>()
        let token = scene.runtime.observe(\.numbers) { seen.note($0) }
        scene.store.change { $0.numbers[0] = 1 }
        scene.store.change { $0.numbers.append(2) }
        scene.store.change { $0.numbers[0] = 1 }
        #expect(seen.entries == [[0], [1], [1, 2]])
        token.cancel()
    }

    @Test func `an array replaced by an equal one, and that changed in place, notifies`() {
        let seen = Recorder<[Int]>()
        let token = scene.runtime.observe(\.numbers) { seen.note($0) }
        scene.store.change { $0.numbers = Array(repeating: 0, count: 1) }  // another buffer, which nobody else keeps
        scene.store.change { $0.numbers[0] = 5 }
        #expect(seen.entries == [[0], [5]])
        token.cancel()
    }

    @Test func `a string notifies when it changes`() {
        let seen = Recorder<String>()
        let token = scene.runtime.observe(\.text) { seen.note($0) }
        for text in ["감사합니다", "감사합니다", ""] { scene.store.change { $0.text = text } }
        #expect(seen.entries == ["", "감사합니다", ""])
        token.cancel()
    }

    @Test func `a field nested in the domain state notifies`() {
        let totals = Recorder<Int>()
        let counts = Recorder<Int>()
        let stored = scene.runtime.observe(\.domainState.total) { totals.note($0) }
        let computed = scene.runtime.observe(\.domainState.items.count) { counts.note($0) }
        scene.store.change { $0.domainState.total = 3 }
        scene.store.change { $0.domainState.items = [1, 2] }
        scene.store.change { $0.domainState.items[0] = 2 }
        #expect(totals.entries == [0, 3])
        #expect(counts.entries == [0, 2])
        stored.cancel()
        computed.cancel()
    }

    @Test func `a computed property notifies when its value changes`() {
        let seen = Recorder<Int>()
        let token = scene.runtime.observe(\.sum) { seen.note($0) }
        scene.store.change { $0.large = 2 }
        scene.store.change { $0.medium = 3 }
        scene.store.change { state in
            state.large = 3
            state.medium = 2
        }
        #expect(seen.entries == [0, 2, 5])
        token.cancel()
    }

    @Test func `equality decides, not the bits`() {
        let seen = Recorder<UInt32>()
        let token = scene.runtime.observe(\.name, initially: false) { seen.note($0.code) }
        for text in ["a", "A", "b", "B", "a"] { scene.store.change { $0.name = Fields.Name(text) } }
        #expect(seen.entries == ["a", "b", "a"].map { Fields.Name($0).code })
        token.cancel()
    }

    // MARK: Key path and closure

    @Test func `observers of one value are called equally often, by key path and by closure`() {
        let paths = Recorder<Int>()
        let closures = Recorder<Int>()
        let tokens = [
            scene.runtime.observe(\.large) { paths.note($0) },
            scene.runtime.observe({ $0.large }, onChange: { closures.note($0) }),
        ]
        for number in [1, 1, 2, 2, 1] { scene.store.change { $0.large = number } }
        #expect(paths.entries == [0, 1, 2, 1])
        #expect(closures.entries == paths.entries)
        for token in tokens { token.cancel() }
    }

    @Test func `a closure may combine fields`() {
        let seen = Recorder<String>()
        let token = scene.runtime.observe({ "\($0.large) \($0.flag)" }, onChange: { seen.note($0) })
        scene.store.change { $0.large = 1 }
        scene.store.change { $0.small = 1 }
        scene.store.change { $0.flag = true }
        #expect(seen.entries == ["0 false", "1 false", "1 true"])
        token.cancel()
    }

    // MARK: Every commit

    @Test func `observing every commit has no filter, and needs no comparable value`() {
        let seen = Recorder<Int>()
        let path = scene.runtime.observeEveryCommit(\.uncomparable) { seen.note($0.value) }
        scene.store.change { $0.uncomparable.value = 1 }
        scene.store.change { $0.flag = true }
        scene.store.change { _ in }
        #expect(seen.entries == [0, 1, 1, 1])
        path.cancel()
    }

    @Test func `observing every commit with a closure has no filter`() {
        let seen = Recorder<Int>()
        let token = scene.runtime.observeEveryCommit({ $0.large + 1 }, initially: false) { seen.note($0) }
        scene.store.change { _ in }
        scene.store.change { $0.large = 1 }
        #expect(seen.entries == [1, 2])
        token.cancel()
    }
}
