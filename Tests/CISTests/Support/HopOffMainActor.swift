import Synchronization

/// A worker call that does almost nothing away from the main actor. The caller suspends, as with real work.
@concurrent
func hopOffMainActor() async {
    // With an empty body the compiler would omit the hop, and with it the suspension.
    calls.add(1, ordering: .relaxed)
}

private let calls = Atomic<Int>(0)
