import CGTK

/// The function that a signal calls. The connection holds it, and releases it when it ends.
@MainActor
private final class Handler {
    let call: @MainActor () -> Void

    init(_ call: @escaping @MainActor () -> Void) {
        self.call = call
    }

    nonisolated static func call(_ data: gpointer?) {
        guard let data else { return }
        // Retained during the call, because the callback may end its own connection.
        let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { handler.call() }
    }
}

/// Calls a function at each signal of an object, until the object is destroyed.
///
/// The arguments of the signal are not passed; read the properties of the object instead. Widgets emit their signals on the
/// main thread.
///
/// - Parameters:
///   - object: A GObject, such as a button.
///   - signal: A signal with at most two arguments that returns nothing, such as `clicked`.
///   - callback: The function to call.
/// - Returns: The number of the connection, for `g_signal_handler_disconnect`. If the object has no such signal, GTK reports
///   this, and the result is 0.
@MainActor
@discardableResult
public func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: @escaping @MainActor () -> Void)
    -> UInt
{
    let data = Unmanaged.passRetained(Handler(callback)).toOpaque()
    let release: GClosureNotify = { data, _ in if let data { Unmanaged<Handler>.fromOpaque(data).release() } }
    // The data is passed after the arguments of the signal, so the number of arguments has to be known.
    let none: @convention(c) (gpointer?, gpointer?) -> Void = { Handler.call($1) }
    let one: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { Handler.call($2) }
    let two: @convention(c) (gpointer?, gpointer?, gpointer?, gpointer?) -> Void = { Handler.call($3) }
    let callback: GCallback =
        switch scenegtk_signal_arguments(object, signal) {
        case 0: unsafeBitCast(none, to: GCallback.self)
        case 1: unsafeBitCast(one, to: GCallback.self)
        default: unsafeBitCast(two, to: GCallback.self)
        }
    let connection = scenegtk_connect(object, signal, callback, data, release)
    if connection == 0 { Unmanaged<Handler>.fromOpaque(data).release() }
    return UInt(connection)
}

/// Calls a function at each signal of an object, until the object is destroyed or the owner is released.
///
/// The owner is held weakly, so that a widget does not keep the screen that it belongs to.
///
/// - Parameters:
///   - object: A GObject, such as a button.
///   - signal: A signal with at most two arguments that returns nothing.
///   - owner: The object to which the callback belongs.
///   - callback: The function to call, with the owner.
@MainActor
@discardableResult
public func connect<Owner: AnyObject>(
    _ object: UnsafeMutableRawPointer, _ signal: String, on owner: Owner,
    _ callback: @escaping @MainActor (Owner) -> Void
) -> UInt {
    connect(object, signal) { [weak owner] in
        if let owner { callback(owner) }
    }
}
