import CGTK

/// Holds an object of GTK, so that its pointer stays valid as long as this reference exists.
///
/// Use it if a pointer is used after a suspension, or if otherwise only another object, such as a view, would own the object. A
/// window that is closed is unrealized, and stays with all of its parts until its last reference is released. Only then does it
/// emit `destroy`.
public final class ObjectReference {
    private let object: UnsafeMutableRawPointer

    /// Holds an object.
    public init(_ object: UnsafeMutableRawPointer) {
        self.object = g_object_ref(object)
    }

    deinit {
        // Objects of GTK are released on the main thread: at once if this code runs there, otherwise by the loop.
        g_main_context_invoke(
            nil,
            { object in
                g_object_unref(object)
                return 0
            }, object)
    }
}
