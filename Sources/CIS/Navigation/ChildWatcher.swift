/// Receives the children that one call of `present`, `stack` or `list` creates and stops.
// Unchecked because its superclass is. Its own properties are isolated to the main actor.
class ChildWatcher: ObserverHandle, @unchecked Sendable {
    @MainActor final weak var reconciler: ChildReconciler?

    /// Called when a child was created.
    @MainActor func added(_ origin: UInt64, _ id: any Sendable, _ child: any SceneNode) {}
    /// Called when a child was stopped.
    @MainActor func removed(_ origin: UInt64) {}

    override func discard() {
        reconciler?.remove(self)
    }
}
