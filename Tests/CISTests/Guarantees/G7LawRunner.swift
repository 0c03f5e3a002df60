/// Carries out the orders of the law test in a scene, one at a time. It ignores cancellation.
@MainActor
final class G7LawRunner {
    typealias Order = @MainActor () async -> Void

    private(set) var hasStarted = false
    /// Called when the runner starts.
    var onStart: (() -> Void)?
    private var inbox: CheckedContinuation<Order?, Never>?
    private var news: CheckedContinuation<Void, Never>?

    /// Runs in the scene: carries out orders until it has to finish.
    ///
    /// - Parameter isExpected: Whether the model says that it runs at all. If not, it must not wait for orders.
    func play(isExpected: Bool) async {
        hasStarted = true
        onStart?()
        while isExpected, let order = await withCheckedContinuation({ inbox = $0 }) {
            await order()
            tell()
        }
        tell()
    }

    /// Gives an order, and waits until it is carried out. An order may report this itself, before it ends.
    func carryOut(_ order: @escaping Order) async {
        await news(after: { give(order) })
    }

    /// Makes the runner finish, and waits until it has.
    func finish() async {
        await news(after: { give(nil) })
    }

    /// Makes the runner finish, without waiting.
    func beginFinish() {
        give(nil)
    }

    /// Performs an event, and waits for the next report.
    func news(after event: () -> Void) async {
        await withCheckedContinuation { continuation in
            news = continuation
            event()
        }
    }

    /// Resumes the waiters for reports.
    func tell() {
        let waiting = news
        news = nil
        waiting?.resume()
    }

    private func give(_ order: Order?) {
        let waiting = inbox
        inbox = nil
        waiting?.resume(returning: order)
    }
}
