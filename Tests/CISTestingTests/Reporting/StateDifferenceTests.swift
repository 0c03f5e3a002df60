import CIS
import CISTesting
import Testing

/// The paths of changed values.
@Suite struct `Paths of changed values` {
    private struct Image: Equatable { var name = "a", size = 1 }
    private enum Phase: Equatable { case idle, failed(reason: String, code: Int), sending(Image), named(who: String) }
    private struct State {
        var count = 0
        var ratio = Double.nan
        var images = [Image(), Image(), Image()]
        var chosen: Image?
        var phase = Phase.idle
        var scores = ["a": Image(), "b": Image()]
        var tags: Set<String> = ["x"]
        var toast = Pulse("")
        var details = Presented<String>()
        var pair = (1, named: "n")
        var domainState = DomainState()
        struct DomainState { var images = [Image()] }
    }

    private func paths(_ old: State = State(), _ change: (inout State) -> Void) -> [String] {
        var new = old
        change(&new)
        return StateDifference.paths(from: old, to: new)
    }

    @Test func `equal values have no paths`() {
        #expect(paths { _ in } == [])
    }

    @Test func `a closure that was not changed counted as changed`() {
        struct Screen {
            var count = 0
            let total = 7
            var onTap: (Int) -> Int
            init() {
                let total = total
                onTap = { $0 + total }
            }
        }
        let screen = Screen()
        var other = screen
        #expect(StateDifference.paths(from: screen, to: other) == [])
        other.count = 1
        #expect(StateDifference.paths(from: screen, to: other) == ["count"])
        other.onTap = { $0 }
        #expect(StateDifference.paths(from: screen, to: other) == ["count", "onTap"])
    }

    @Test func `a changed field is named as deep as it lies, in the order of declaration`() {
        #expect(paths { $0.count = 1 } == ["count"])
        #expect(paths { $0.images[2].name = "b" } == ["images[2].name"])
        let all = paths { state in
            state.domainState.images[0].size = 9
            state.count = 7
            state.pair = (2, named: "m")
        }
        #expect(all == ["count", "pair.0", "pair.named", "domainState.images[0].size"])
    }

    @Test func `a value that appears, disappears or has another count is named itself`() {
        #expect(paths { $0.images.append(Image(name: "z")) } == ["images"])
        let both = paths { state in
            state.images[0].name = "b"
            state.images.removeLast()
        }
        #expect(both == ["images"])
        #expect(paths { $0.chosen = Image() } == ["chosen"])
        #expect(paths { $0.tags = ["y"] } == ["tags"])
        #expect(paths { $0.scores["c"] = Image() } == ["scores"])
        #expect(paths { $0.scores = ["a": Image(), "c": Image()] } == ["scores"])
    }

    @Test func `fields inside an optional, an entry and a payload are named`() {
        var old = State()
        old.chosen = Image()
        #expect(paths(old) { $0.chosen?.name = "b" } == ["chosen.name"])
        #expect(paths { $0.scores["b"]?.size = 3 } == ["scores[\"b\"].size"])
        old.phase = .failed(reason: "a", code: 1)
        #expect(paths(old) { $0.phase = .failed(reason: "b", code: 1) } == ["phase.failed.reason"])
        old.phase = .sending(Image())
        #expect(paths(old) { $0.phase = .sending(Image(size: 2)) } == ["phase.sending.size"])
        old.phase = .named(who: "a")
        #expect(paths(old) { $0.phase = .named(who: "b") } == ["phase.named.who"])
    }

    @Test func `a different case is a change of the whole field`() {
        #expect(paths { $0.phase = .sending(Image()) } == ["phase"])
        var old = State()
        old.phase = .sending(Image())
        #expect(paths(old) { $0.phase = .named(who: "") } == ["phase"])
    }

    @Test func `a pulse and a presented scene change as one`() {
        #expect(paths { $0.toast.value = "" } == ["toast"])
        #expect(paths { $0.details.present("x") } == ["details"])
    }

    @Test func `a value that does not show where it changed is named itself`() {
        #expect(StateDifference.paths(from: 1, to: 2) == ["self"])
        #expect(StateDifference.paths(from: 1, to: "1") == ["self"])
        #expect(StateDifference.paths(from: [1, 2], to: [1, 3]) == ["[1]"])
    }

    @Test func `the list ends at its limit`() {
        let old = Array(repeating: 0, count: 10_000)
        let paths = StateDifference.paths(from: old, to: old.map { $0 + 1 }, limit: 10)
        #expect(paths == (0..<10).map { "[\($0)]" })
    }
}
