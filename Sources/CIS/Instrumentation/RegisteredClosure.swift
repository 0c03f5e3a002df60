/// A closure that a client has registered with a scene: an observer, or a declaration of children or sources.
///
/// Reflection does not show what a closure holds. A leak check releases the closures of a scene that is still alive, one
/// by one, and so finds the one that has held it.
package struct RegisteredClosure: Sendable {
    /// The name of the function that has registered it.
    package let function: StaticString
    package let site: CallSite
    /// Whether a task that ends later may hold the same objects.
    package let endsLater: Bool
    /// Releases the closure.
    package let release: @MainActor () -> Void
}
