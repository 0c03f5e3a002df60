import CISBridge
import SpecimenScene
import TodoScene

/// What programs pass to `cis_open`. An app for each core: with the core goes everything, which the leak check of the host proves.
@MainActor @c(todo_app)
public func todoApp() { makeTodoApp().offerToHost() }

/// The app with a value of every kind.
@MainActor @c(specimens_app)
public func specimensApp() { makeSpecimensApp().offerToHost() }
