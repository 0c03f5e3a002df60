/// Follows the children of one declaration.
// Unchecked because its superclass is: what it adds is the main actor's alone.
class ChildWatcher: ObserverHandle, @unchecked Sendable {
    @MainActor final weak var reconciler: ChildReconciler?

    /// A child was made.
    @MainActor func came(_ origin: UInt64, _ id: any Sendable, _ child: any SceneNode) {}
    /// A child was stopped.
    @MainActor func left(_ origin: UInt64) {}

    override func discard() {
        reconciler?.remove(self)
    }
}
