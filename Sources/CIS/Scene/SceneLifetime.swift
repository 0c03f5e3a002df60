import Synchronization

/// What the end of a scene has to do, whatever thread it comes on: one word, so that whoever comes late, and the end itself,
/// agree on who was first.
///
/// It holds the address of the registry of actions, which is made when first needed, and two bits. A scene that ends
/// without either, as most do, costs one atomic operation: no registry to close, no way to the main actor.
struct SceneLifetime: ~Copyable, Sendable {
    /// The scene has ended: no registry is kept from now on.
    private static var ended: UInt { 1 }
    /// Somebody on the main actor is to hear of the end.
    private static var awaited: UInt { 2 }

    /// A number, because an atomic pointer is not `Sendable`. The registry is retained by hand; its address leaves the
    /// lowest bits free.
    private let word = Atomic<UInt>(0)

    deinit {
        Self.registry(in: word.load(ordering: .acquiring))?.release()
    }

    /// The registry, if it was ever needed.
    var knownRegistry: ActionRegistry? {
        Self.registry(in: word.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// The registry, made now if it was not needed before. After the end, one that is closed.
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

    /// Asks for the end to be told on the main actor.
    ///
    /// - Returns: Whether it will be. If not, it has come already.
    func requestEndNotification() -> Bool {
        var seen = word.load(ordering: .acquiring)
        if seen & Self.awaited == 0 {
            seen = word.bitwiseOr(Self.awaited, ordering: .acquiringAndReleasing).oldValue
        }
        return seen & Self.ended == 0
    }

    /// Ends the scene: cancels all actions, and those that come.
    ///
    /// - Returns: Whether somebody on the main actor is to hear of it.
    @inline(__always)
    func end() -> Bool {
        let before = word.bitwiseOr(Self.ended, ordering: .acquiringAndReleasing).oldValue
        if before & Self.ended == 0, let registry = Self.registry(in: before) { registry.takeUnretainedValue().close() }
        return before & Self.awaited != 0
    }

    private static func registry(in word: UInt) -> Unmanaged<ActionRegistry>? {
        UnsafeRawPointer(bitPattern: word & ~(ended | awaited)).map { Unmanaged.fromOpaque($0) }
    }
}
