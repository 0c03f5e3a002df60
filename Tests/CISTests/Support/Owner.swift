import CIS

/// An owner of observations, such as a view or a cell.
@MainActor
final class Owner {
    var calls = 0
    var token: ObservationToken?
    // `unsafe` is needed because the deinit is nonisolated. The tests release owners on the main actor.
    nonisolated(unsafe) var onDeinit: (@MainActor () -> Void)?

    deinit {
        guard let onDeinit else { return }
        MainActor.assumeIsolated { onDeinit() }
    }
}
