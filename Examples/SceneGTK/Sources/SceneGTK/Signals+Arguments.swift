import CGTK

/// The function that a signal calls with its only argument, as bits. The connection holds it, and releases it when it ends.
@MainActor
private final class HandlerOfArgument {
    private let call: @MainActor (UInt) -> Void

    init(_ call: @escaping @MainActor (UInt) -> Void) {
        self.call = call
    }

    nonisolated static func call(_ data: gpointer?, _ argument: UInt) {
        guard let data else { return }
        // Retained during the call, because the callback may end its own connection.
        let handler = Unmanaged<HandlerOfArgument>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { handler.call(argument) }
    }

    func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback) {
        let data = Unmanaged.passRetained(self).toOpaque()
        let release: GClosureNotify = { data, _ in
            if let data { Unmanaged<HandlerOfArgument>.fromOpaque(data).release() }
        }
        if scenegtk_connect(object, signal, callback, data, release) == 0 { Unmanaged.passUnretained(self).release() }
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
@MainActor
public func connectObject<Owner: AnyObject>(
    _ object: UnsafeMutableRawPointer, _ signal: String, on owner: Owner,
    _ callback: @escaping @MainActor (Owner, UnsafeMutableRawPointer) -> Void
) {
    let handler = HandlerOfArgument { [weak owner] bits in
        if let owner, let carried = UnsafeMutableRawPointer(bitPattern: bits) { callback(owner, carried) }
    }
    let called: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, carried, data in
        HandlerOfArgument.call(data, UInt(bitPattern: carried))
    }
    handler.connect(object, signal, unsafeBitCast(called, to: GCallback.self))
}

/// Calls a function at each signal whose argument is a position, with that position. An example is `activate` of a list view.
///
/// - Parameters:
///   - object: A GObject, such as a list view.
///   - signal: A signal whose only argument is an unsigned number, and that returns nothing.
///   - owner: The object to which the callback belongs. It is held weakly.
///   - callback: The function to call, with the owner and the position.
@MainActor
public func connectPosition<Owner: AnyObject>(
    _ object: UnsafeMutableRawPointer, _ signal: String, on owner: Owner,
    _ callback: @escaping @MainActor (Owner, Int) -> Void
) {
    let handler = HandlerOfArgument { [weak owner] position in
        if let owner { callback(owner, Int(position)) }
    }
    let called: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, position, data in
        HandlerOfArgument.call(data, UInt(position))
    }
    handler.connect(object, signal, unsafeBitCast(called, to: GCallback.self))
}
