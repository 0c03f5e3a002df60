/// Reading the sequence of a source.
extension TrackedTask {
    /// Reads a sequence to its end, or until the task is cancelled.
    ///
    /// - Parameter isSelfTracking: Whether the sequence tells the tracker about its suspensions itself. If not, the
    ///   tracker knows that the source waits for the next element, but not when the element has arrived.
    @MainActor
    static func read<Elements: AsyncSequence>(
        _ elements: Elements, isSelfTracking: Bool, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        var iterator = elements.makeAsyncIterator()
        while true {
            let suspension =
                isSelfTracking ? nil : ofThisTask?.beginSuspension("waiting for the next element of \(Elements.self)")
            defer { suspension?.resume() }
            guard let element = try await iterator.next(isolation: MainActor.shared), !Task.isCancelled else { return }
            suspension?.resume()
            body(element)
        }
    }

    /// Reads a sequence on a ``TrackingExecutor``, which tells the tracker when an element has arrived.
    @MainActor
    func follow<Elements: AsyncSequence>(
        _ elements: Elements, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        let reader = TrackingExecutor.Reader(elements)
        let follower = TrackingExecutor(self, step: "waiting for the next element of \(Elements.self)")
        while true {
            try await follower.next(of: reader)
            guard let element = reader.element, !Task.isCancelled else { return }
            body(element)
        }
    }
}
