import Synchronization

/// A worker call that does next to nothing, away from the main actor: a suspension, as real work has.
@concurrent
func hopOffMainActor() async {
    // With an empty body the compiler leaves out the hop, and with it the suspension.
    calls.add(1, ordering: .relaxed)
}

private let calls = Atomic<Int>(0)
