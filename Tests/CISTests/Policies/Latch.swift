import TestSupport

/// Suspends actions on the main actor, and resumes them in jobs that follow each other directly.
///
/// They resume only by way of the main queue, so that all of them have continued after `mainActorJobsBehind()`.
/// Continuations would resume by way of other threads, at any time.
@MainActor
final class Latch {
    private let place = HeldActor()

    func pass() async {
        await place.pass()
    }

    func open() {
        place.release()
    }
}
