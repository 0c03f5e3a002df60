import CGTK
import Foundation

/// The reason why an application could not be shown.
public struct DisplayError: Error, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String
}

/// Runs an application until its last window is closed.
///
/// Main-actor tasks run inside it. Call it from a synchronous `main`, because an `async` `main` has left the thread to which
/// the main queue belongs.
///
/// - Parameters:
///   - id: The id of the application, such as `org.example.spots`.
///   - activate: Creates the first window. Called on the main actor when the loop runs.
/// - Returns: The exit code for the process.
/// - Throws: ``DisplayError`` if there is no display.
@MainActor
public func runApplication(
    id: String, activate: @escaping @MainActor (UnsafeMutablePointer<GtkApplication>) -> Void
) throws -> Int32 {
    // GTK would warn about a language that the C library does not support, although the program may support it.
    gtk_disable_setlocale()
    setlocale(LC_ALL, "")
    guard gtk_init_check() != 0 else {
        throw DisplayError(
            description: "There is no display to show a window on. Set DISPLAY or WAYLAND_DISPLAY, or run it under "
                + "xvfb-run.")
    }
    MainQueueSource.attach()
    guard let application = gtk_application_new(id, G_APPLICATION_NON_UNIQUE) else { return 1 }
    defer { g_object_unref(application) }
    connect(application, "activate") { activate(application) }
    MainLoopCheck.begin()
    return g_application_run(gtk_as_application(application), 0, nil)
}

/// Checks that main-actor tasks run. If they do not, an application is visible but does not react.
@MainActor
private enum MainLoopCheck {
    private static var hasRun = false

    static func begin() {
        Task { hasRun = true }
        g_timeout_add_full(
            G_PRIORITY_DEFAULT, 1_000,
            { _ in
                MainActor.assumeIsolated { MainLoopCheck.end() }
                return 0
            }, nil, nil)
    }

    private static func end() {
        guard !hasRun else { return }
        let message =
            "SceneGTK: no main-actor task has run for a second. Call runApplication from a synchronous main, on the "
            + "main thread.\n"
        FileHandle.standardError.write(Data(message.utf8))
    }
}
