import Synchronization

/// The place of a registry that is made when first needed, on whatever thread.
///
/// `AtomicLazyReference` does the same, but costs a scene that never needs one as much as an allocation.
struct LazyRegistry: ~Copyable, Sendable {
    /// The address of the registry, which is retained by hand, or 0. A number, because an atomic pointer is not `Sendable`.
    private let address = Atomic<UInt>(0)

    deinit {
        Self.registry(at: address.load(ordering: .acquiring))?.release()
    }

    func load() -> ActionRegistry? {
        Self.registry(at: address.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// Keeps the registry, unless there is one already.
    ///
    /// - Returns: The one that is kept from now on.
    func storeIfNil(_ registry: ActionRegistry) -> ActionRegistry {
        let unmanaged = Unmanaged.passRetained(registry)
        let (_, original) = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: unmanaged.toOpaque()), ordering: .acquiringAndReleasing)
        guard let kept = Self.registry(at: original) else { return registry }
        unmanaged.release()
        return kept.takeUnretainedValue()
    }

    private static func registry(at address: UInt) -> Unmanaged<ActionRegistry>? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
    }
}
