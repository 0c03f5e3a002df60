import CGTK

/// Calls a function at each signal of an object, until the object is destroyed.
///
/// The arguments of the signal are not passed; read the properties of the object instead. Widgets emit their signals on the
/// main thread.
///
/// - Parameters:
///   - object: A GObject, such as a button.
///   - signal: A signal that returns nothing, such as `clicked` or `notify::title`.
///   - callback: The function to call.
/// - Returns: The number of the connection, for `g_signal_handler_disconnect`. If the object has no such signal, or the signal
///   expects a result, GLib reports this, and the result is 0.
@MainActor
@discardableResult
public func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: @escaping @MainActor () -> Void)
    -> UInt
{
    SignalHandler { _ in callback() }.connect(object, signal, passing: .nothing)
}

/// Calls a function at each signal of an object, until the object is destroyed or the owner is released.
///
/// The owner is held weakly, so that a widget does not keep the screen that it belongs to.
///
/// - Parameters:
///   - object: A GObject, such as a button.
///   - signal: A signal that returns nothing.
///   - owner: The object to which the callback belongs.
///   - callback: The function to call, with the owner.
/// - Returns: The number of the connection, or 0 as described for ``connect(_:_:_:)``.
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

/// Calls a function at each signal whose argument is an object, with that object. Examples are `setup`, `bind`, `unbind` and
/// `teardown` of the factory of a list, whose argument is the item of the list.
///
/// - Parameters:
///   - object: A GObject, such as a factory.
///   - signal: A signal whose only argument is an object, and that returns nothing.
///   - owner: The object to which the callback belongs. It is held weakly.
///   - callback: The function to call, with the owner and the object.
/// - Returns: The number of the connection. If there is no such signal with this argument, GLib reports
///   this, and the result is 0.
@MainActor
@discardableResult
public func connectObject<Owner: AnyObject>(
    _ object: UnsafeMutableRawPointer, _ signal: String, on owner: Owner,
    _ callback: @escaping @MainActor (Owner, UnsafeMutableRawPointer) -> Void
) -> UInt {
    SignalHandler { [weak owner] argument in
        if let owner, let argument, let carried = g_value_get_object(argument) { callback(owner, carried) }
    }.connect(object, signal, passing: .object)
}

/// Calls a function at each signal whose argument is a position, with that position. An example is `activate` of a list view.
///
/// - Parameters:
///   - object: A GObject, such as a list view.
///   - signal: A signal whose only argument is an unsigned number, and that returns nothing.
///   - owner: The object to which the callback belongs. It is held weakly.
///   - callback: The function to call, with the owner and the position.
/// - Returns: The number of the connection. If there is no such signal with this argument, GLib reports
///   this, and the result is 0.
@MainActor
@discardableResult
public func connectPosition<Owner: AnyObject>(
    _ object: UnsafeMutableRawPointer, _ signal: String, on owner: Owner,
    _ callback: @escaping @MainActor (Owner, Int) -> Void
) -> UInt {
    SignalHandler { [weak owner] argument in
        if let owner, let argument { callback(owner, Int(g_value_get_uint(argument))) }
    }.connect(object, signal, passing: .position)
}
