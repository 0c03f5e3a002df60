import CISTesting
import MoviesDomain
import MoviesScenes
import Testing

/// MV-33: the poster in a row that is reused for other films.
@MainActor @Suite struct PosterSlotTests {
    /// Records what a row shows.
    @MainActor private final class Row {
        var drawn: [Poster?] = []
        var shown: Poster? { drawn.last ?? nil }
    }

    private func poster(_ request: String) -> Poster { Poster(Array(request.utf8)) }

    @Test func `MV-33 the poster is cleared first, and drawn when it is there`() async {
        let posters = PostersDouble()
        let row = Row()
        let slot = PosterSlot(posters, decode: { $0 }) { row.drawn.append($0) }
        await slot.show("/a.jpg", width: 92)?.value
        #expect(row.drawn == [nil, poster("/a.jpg 92")] && !slot.isLoading)
        slot.show(nil, width: 92)
        #expect(row.drawn.count == 3 && row.shown == nil)
        #expect(posters.loading.calls == ["/a.jpg 92"])
    }

    @Test func `MV-33 a failure draws nothing`() async {
        let posters = PostersDouble()
        posters.loading.always(.error(MoviesError.failed))
        let row = Row()
        let slot = PosterSlot(posters, decode: { $0 }) { row.drawn.append($0) }
        await slot.show("/a.jpg", width: 92)?.value
        #expect(row.drawn == [nil] && !slot.isLoading)
    }

    @Test func `MV-33 a row that is used again cancels its load, and never shows the old poster`() async {
        let posters = PostersDouble()
        posters.loading.always(.wait)
        let row = Row()
        let slot = PosterSlot(posters, decode: { $0 }) { row.drawn.append($0) }
        let first = slot.show("/a.jpg", width: 92)
        await posters.loading.called()
        let second = slot.show("/b.jpg", width: 92)
        await first?.value
        await posters.loading.called(times: 2)
        #expect(posters.loading.held == ["/b.jpg 92"] && slot.isLoading)
        posters.loading.release(.value(poster("b")))
        await second?.value
        #expect(row.drawn == [nil, nil, poster("b")] && !slot.isLoading)
    }

    @Test func `MV-33 a row that is used again while its poster is decoded never shows that poster`() async {
        let decoding = ThrowingStub<Poster, Poster>(.wait)
        let row = Row()
        // Decoding goes on in a task of its own, so it does not notice that the load is cancelled.
        let slot = PosterSlot(
            PostersDouble(), decode: { poster in try await Task { try await decoding(poster) }.value }
        ) {
            row.drawn.append($0)
        }
        let first = slot.show("/a.jpg", width: 92)
        await decoding.called()
        decoding.always(.compute { $0 })
        await slot.show("/b.jpg", width: 92)?.value
        decoding.release(.value(poster("/a.jpg 92")))
        await first?.value
        #expect(row.drawn == [nil, nil, poster("/b.jpg 92")])
    }

    @Test func `MV-33 a file that is no image leaves the place empty`() async {
        let row = Row()
        let slot = PosterSlot(PostersDouble(), decode: { (_: Poster) -> Poster in throw InjectedFault() }) {
            row.drawn.append($0)
        }
        await slot.show("/a.jpg", width: 92)?.value
        #expect(row.drawn == [nil] && !slot.isLoading)
    }

    @Test func `MV-33 a released row cancels its load`() async {
        let posters = PostersDouble()
        posters.loading.always(.wait)
        let row = Row()
        var slot: PosterSlot<Poster>? = PosterSlot(posters, decode: { $0 }) { row.drawn.append($0) }
        let load = slot?.show("/a.jpg", width: 92)
        await posters.loading.called()
        slot = nil
        await load?.value
        #expect(slot == nil && row.drawn == [nil] && posters.loading.held.isEmpty)
    }

    @Test func `MV-33 in 10,000 uses of eight rows no row ever shows the poster of another film`() async {
        let posters = PostersDouble()
        var random = SeededOrder(seed: 33)
        var films = [String?](repeating: nil, count: 8)
        var wrong = 0
        var loads: [Task<Void, Never>?] = []
        let rows = films.indices.map { _ in Row() }
        let slots = films.indices.map { index in PosterSlot(posters, decode: { $0 }) { rows[index].drawn.append($0) } }
        for use in 0..<10_000 {
            let index = Int.random(in: slots.indices, using: &random)
            films[index] = Bool.random(using: &random) ? "/\(use % 50).jpg" : nil
            loads.append(slots[index].show(films[index], width: 92))
            if Int.random(in: 0..<4, using: &random) == 0 { await loads.randomElement(using: &random)??.value }
            for (film, row) in zip(films, rows) where row.shown != nil && row.shown != film.map({ poster("\($0) 92") })
            {
                wrong += 1
            }
        }
        for load in loads { await load?.value }
        #expect(wrong == 0)
        #expect(zip(films, rows).allSatisfy { film, row in row.shown == film.map { poster("\($0) 92") } })
    }
}

/// A generator that gives the same numbers in every run.
private struct SeededOrder: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
    }
}
