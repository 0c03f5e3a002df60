/// Serving programs in other languages that load the app as a library.
extension BridgedApp {
    /// The app that the last call of a library's exported function has offered.
    static var offered: BridgedApp?

    /// Offers the app to the program that has loaded its library. Call it in the function that the library exports, and call
    /// nothing else there:
    ///
    /// ```swift
    /// @MainActor let app = BridgedApp { BridgedScene("todo") { Todo.assemble() } }
    ///
    /// @MainActor @c(todo_app) public func todoApp() { app.offerToHost() }
    /// ```
    ///
    /// The program passes the function to `cis_open`, which calls it for every core, that is, for every connection.
    /// Keep the app in a variable, as above, if a session should outlive its core.
    public func offerToHost() {
        Self.offered = self
    }
}
