import CIS

/// An owner of observations, such as a view or a cell.
@MainActor
final class Owner {
    var calls = 0
    var token: ObservationToken?
    // Unsafe only in that the deinit is nonisolated; the tests release owners on the main actor.
    nonisolated(unsafe) var onDeinit: (@MainActor () -> Void)?

    deinit {
        guard let onDeinit else { return }
        MainActor.assumeIsolated { onDeinit() }
    }
}
