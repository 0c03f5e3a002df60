/// Lets nobody pass until a given number have arrived; so whatever comes after, they all do it at the same time.
@MainActor final class Meeting {
    private let expected: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of expected: Int) {
        self.expected = expected
    }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == expected else { return }
            for waiter in waiting { waiter.resume() }
        }
    }
}
