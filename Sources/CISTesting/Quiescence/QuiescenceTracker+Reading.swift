internal import CIS

/// Reading the sequence of a source.
extension QuiescenceTracker {
    @MainActor
    func readSource<Elements: AsyncSequence>(
        _ elements: Elements, in task: TrackedTask, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        if Elements.self is any ExecutorTrackedSequence.Type {
            try await follow(elements, in: task, body)
        } else {
            let isSelfTracking = Elements.self is any SelfTrackingSequence.Type
            try await readSource(elements, isSelfTracking: isSelfTracking, in: task, body)
        }
    }

    /// - Parameter isSelfTracking: Whether the sequence tells the tracker about its suspensions itself. If not, the
    ///   tracker knows that the source waits for the next element, but not when the element has arrived.
    @MainActor
    private func readSource<Elements: AsyncSequence>(
        _ elements: Elements, isSelfTracking: Bool, in task: TrackedTask, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        var iterator = elements.makeAsyncIterator()
        while true {
            let suspension =
                isSelfTracking ? nil : task.beginSuspension("waiting for the next element of \(Elements.self)")
            defer { suspension?.resume() }
            guard let element = try await iterator.next(isolation: MainActor.shared), !Task.isCancelled else { return }
            suspension?.resume()
            body(element)
        }
    }

    /// Reads a sequence on a ``TrackingExecutor``, which tells the tracker when an element has arrived.
    @MainActor
    private func follow<Elements: AsyncSequence>(
        _ elements: Elements, in task: TrackedTask, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        let reader = TrackingExecutor.Reader(elements)
        let follower = TrackingExecutor(self, task, step: "waiting for the next element of \(Elements.self)")
        while true {
            try await follower.next(of: reader)
            guard let element = reader.element, !Task.isCancelled else { return }
            body(element)
        }
    }
}
