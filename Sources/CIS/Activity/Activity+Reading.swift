/// How a source reads its sequence.
extension Activity {
    /// Reads to the end, or until the task is cancelled.
    ///
    /// - Parameter isAccounted: Whether the sequence tells the ledger itself of its waits. If not, only so much is known: that
    ///   the source waits for the next element, and not when that has come.
    @MainActor
    static func read<Elements: AsyncSequence>(
        _ elements: Elements, isAccounted: Bool, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        var iterator = elements.makeAsyncIterator()
        while true {
            let parking = isAccounted ? nil : ofThisTask?.park("waiting for the next element of \(Elements.self)")
            defer { parking?.resume() }
            guard let element = try await iterator.next(isolation: MainActor.shared), !Task.isCancelled else { return }
            parking?.resume()
            body(element)
        }
    }

    /// The same for a sequence that a ``Follower`` can follow.
    @MainActor
    func follow<Elements: AsyncSequence>(
        _ elements: Elements, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        let reader = Follower.Reader(elements)
        let follower = Follower(self, step: "waiting for the next element of \(Elements.self)")
        while true {
            try await follower.next(of: reader)
            guard let element = reader.element, !Task.isCancelled else { return }
            body(element)
        }
    }
}
