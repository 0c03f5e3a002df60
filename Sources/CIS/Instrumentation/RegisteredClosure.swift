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

extension SceneCore {
    /// Tells the instrumentation, if there is one, of a closure that a token ends. Returns the token.
    @usableFromInline
    func noted(
        _ token: ObservationToken, _ function: StaticString, _ fileID: StaticString, _ line: UInt
    ) -> ObservationToken {
        if flags.contains(.instrumented) {
            note(function, at: CallSite(fileID: fileID, line: line), endsLater: false) { [weak handle = token.handle] in
                handle?.end()
            }
        }
        return token
    }

    /// Tells the instrumentation, if there is one, of a closure. `release` must not retain what the closure holds.
    func note(
        _ function: StaticString, at site: CallSite, endsLater: Bool, _ release: @escaping @MainActor () -> Void
    ) {
        instrumentation?.didRegister(
            RegisteredClosure(function: function, site: site, endsLater: endsLater, release: release))
    }
}
