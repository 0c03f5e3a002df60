import CGTK
import MoviesScenes
import SceneGTK

/// MV-32: an error below the list, so that it covers no film, until the user has closed it or loads again.
@MainActor final class Toast {
    let widget: Widget = gtk_revealer_new()
    private let text = Widget.label("toast-text", lines: 0)

    init(_ texts: Texts, close: @escaping @MainActor () -> Void) {
        let words = Widget.box("toast-texts", Widget.label("toast-title", lines: 1, texts.error), text)
        gtk_widget_set_hexpand(words, 1)
        let button: Widget = gtk_button_new_with_label(texts.ok)
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        connect(button, "clicked", close)
        let toast = scenegtk_box_new_with_role(GTK_ORIENTATION_HORIZONTAL, GTK_ACCESSIBLE_ROLE_ALERT)
        for part in [words, button] { gtk_box_append(gtk_as_box(toast), part) }
        gtk_widget_add_css_class(toast, "toast")
        scenegtk_set_accessible_label(toast, texts.error)
        gtk_revealer_set_child(OpaquePointer(widget), toast)
        gtk_revealer_set_transition_type(OpaquePointer(widget), GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
    }

    /// Whether the toast has reached its place, or is not shown.
    var isAtRest: Bool {
        gtk_revealer_get_child_revealed(OpaquePointer(widget)) == gtk_revealer_get_reveal_child(OpaquePointer(widget))
    }

    func show(_ alert: String?) {
        if let alert { text.setText(alert) }
        gtk_revealer_set_reveal_child(OpaquePointer(widget), alert == nil ? 0 : 1)
    }
}
