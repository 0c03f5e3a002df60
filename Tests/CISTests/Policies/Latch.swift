import TestSupport

/// Holds actions up on the main actor, and lets them go on in jobs that follow each other directly.
///
/// They come back by way of the main queue alone, so that all of them have gone on after `mainActorJobsBehind()`.
/// Continuations would come back by way of other threads, at any time.
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
