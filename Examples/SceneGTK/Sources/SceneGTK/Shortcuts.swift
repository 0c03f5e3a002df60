import CGTK

/// The function that keys call. The shortcut holds it, and releases it when it ends.
@MainActor
private final class Shortcut {
    let perform: @MainActor () -> Bool

    init(_ perform: @escaping @MainActor () -> Bool) {
        self.perform = perform
    }
}

/// Calls a function when keys are pressed in a widget or in its whole window.
///
/// - Parameters:
///   - keys: The keys in the notation of GTK, such as `<Control>f` or `Escape|<Alt>Left`.
///   - widget: The widget. The shortcut ends with it.
///   - inWholeWindow: Whether the keys work in the window of the widget, not only when it or a part of it has the focus.
///   - owner: The object to which the function belongs. It is held weakly.
///   - perform: The function. It returns whether it has handled the keys; if not, other shortcuts and widgets receive them.
@MainActor
public func addShortcut<Owner: AnyObject>(
    _ keys: String, to widget: UnsafeMutablePointer<GtkWidget>, inWholeWindow: Bool = false, on owner: Owner,
    _ perform: @escaping @MainActor (Owner) -> Bool
) {
    let shortcut = Shortcut { [weak owner] in owner.map(perform) ?? false }
    let action = gtk_callback_action_new(
        { _, _, data in
            guard let data else { return 0 }
            let shortcut = Unmanaged<Shortcut>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { CallbackTime.measure { shortcut.perform() ? 1 : 0 } }
        }, Unmanaged.passRetained(shortcut).toOpaque(),
        { data in if let data { Unmanaged<Shortcut>.fromOpaque(data).release() } })
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_set_scope(
        controller, inWholeWindow ? GTK_SHORTCUT_SCOPE_GLOBAL : GTK_SHORTCUT_SCOPE_LOCAL)
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    gtk_shortcut_controller_add_shortcut(
        controller, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), action))
    gtk_widget_add_controller(widget, controller)
}
