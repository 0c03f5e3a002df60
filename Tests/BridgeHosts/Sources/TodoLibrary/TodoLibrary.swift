import CISBridge
import TodoScene

/// What programs pass to `cis_open`. An app for each core: with the core goes everything, which the leak check of the host proves.
@MainActor @c(todo_app)
public func todoApp() { makeTodoApp().offerToHost() }
