import CISBridge
import ProbeScene
import SpecimenScene
import TodoScene

/// The function that programs pass to `cis_open`. It creates an app for each core, so that everything is released with
/// the core. The leak check of the host verifies this.
@MainActor @c(todo_app)
public func todoApp() { makeTodoApp().offerToHost() }

/// The app with a value of every kind.
@MainActor @c(specimens_app)
public func specimensApp() { makeSpecimensApp().offerToHost() }

/// The app with long states, streams and workers. All its cores share it.
@MainActor @c(probe_app)
public func probeApp() { sharedProbeApp.offerToHost() }

@MainActor private let sharedProbeApp = makeProbeApp()
