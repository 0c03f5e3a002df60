/// Programs in other languages that load the app as a library.
extension BridgedApp {
    /// The app that the function in a host's configuration has offered last.
    static var offered: BridgedApp?

    /// Gives the app to the program that has loaded its library. Call it in the function that the library exports, and nothing
    /// else there:
    ///
    /// ```swift
    /// @MainActor let app = BridgedApp { BridgedScene("todo") { Todo.assemble() } }
    ///
    /// @MainActor @c(todo_app) public func todoApp() { app.offerToHost() }
    /// ```
    ///
    /// The program passes the function to `cis_open`, which calls it for every core. Keep the app in a variable, as above, if a
    /// session should outlive its core.
    public func offerToHost() {
        Self.offered = self
    }
}
