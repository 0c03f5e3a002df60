import Dispatch
import Synchronization

/// Threads that keep the machine busy until they are stopped. Besides them, the other suites of a developer's run keep it
/// busy.
final class BusyThreads: Sendable {
    private let isOver = Atomic(false)

    init(_ count: Int) {
        for number in 0..<count {
            DispatchQueue(label: "busy \(number)").async { [self] in
                var sum = 0
                while !isOver.load(ordering: .relaxed) { sum &+= 1 }
            }
        }
    }

    func stop() { isOver.store(true, ordering: .relaxed) }
}
