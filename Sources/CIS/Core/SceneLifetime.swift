import Synchronization

/// Records the end of a scene. It can be used on any thread, and consists of one atomic word: the address of the
/// registry of actions and two bits.
///
/// Because this is a single word, it is always clear which came first: the creation of the registry, the request of a
/// notification, or the end. The registry is created at its first use. Most scenes end without a registry and without a
/// requested notification, which costs one atomic operation.
struct SceneLifetime: ~Copyable, Sendable {
    /// Set when the scene has ended. From then on no registry is kept.
    private static var ended: UInt { 1 }
    /// Set when a notification on the main actor was requested.
    private static var awaited: UInt { 2 }

    /// An integer, because an atomic pointer is not `Sendable`. The registry is retained manually, and `G7LeakTests`
    /// watch that it is released. The two lowest bits of its address are always zero, so `ended` and `awaited` fit
    /// there.
    private let word = Atomic<UInt>(0)

    deinit {
        Self.registry(in: word.load(ordering: .acquiring))?.release()
    }

    /// The registry, if it was ever used.
    var knownRegistry: ActionRegistry? {
        Self.registry(in: word.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// The registry, created now if necessary. After the end of the scene it is a closed one.
    var registry: ActionRegistry {
        var seen = word.load(ordering: .acquiring)
        if let known = Self.registry(in: seen) { return known.takeUnretainedValue() }
        let made = Unmanaged.passRetained(ActionRegistry())
        while seen & Self.ended == 0 {
            let (isKept, original) = word.compareExchange(
                expected: seen, desired: seen | UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
            if isKept { return made.takeUnretainedValue() }
            seen = original
            guard let known = Self.registry(in: seen) else { continue }
            made.release()
            return known.takeUnretainedValue()
        }
        made.release()
        return .closed
    }

    /// Requests a notification on the main actor at the end of the scene.
    ///
    /// - Returns: `false` if the scene has ended already.
    func requestEndNotification() -> Bool {
        var seen = word.load(ordering: .acquiring)
        if seen & Self.awaited == 0 {
            seen = word.bitwiseOr(Self.awaited, ordering: .acquiringAndReleasing).oldValue
        }
        return seen & Self.ended == 0
    }

    /// Ends the scene: cancels all actions, and from now on every new action.
    ///
    /// - Returns: Whether a notification on the main actor was requested.
    func end() -> Bool {
        let before = word.bitwiseOr(Self.ended, ordering: .acquiringAndReleasing).oldValue
        if before & Self.ended == 0, let registry = Self.registry(in: before) { registry.takeUnretainedValue().close() }
        return before & Self.awaited != 0
    }

    private static func registry(in word: UInt) -> Unmanaged<ActionRegistry>? {
        UnsafeRawPointer(bitPattern: word & ~(ended | awaited)).map { Unmanaged.fromOpaque($0) }
    }
}
