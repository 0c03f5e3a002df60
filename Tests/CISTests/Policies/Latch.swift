/// Holds actions up on the main actor, and lets them go on in jobs that follow each other directly.
@MainActor
final class Latch {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
