import CGTK
import SceneGTK
import TouristSpotsScenes

typealias Widget = UnsafeMutablePointer<GtkWidget>

@MainActor func box(_ style: String, isHorizontal: Bool = false, _ parts: Widget...) -> Widget {
    let box: Widget = gtk_box_new(isHorizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, 0)
    for part in parts { gtk_box_append(gtk_as_box(box), part) }
    gtk_widget_add_css_class(box, style)
    return box
}

@MainActor func label(_ text: String, _ style: String) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_label_set_wrap(gtk_as_label(label), 1)
    gtk_label_set_xalign(gtk_as_label(label), 0)
    gtk_widget_add_css_class(label, style)
    return label
}

/// - Parameter keys: What presses it, too, such as `F5|r`.
@MainActor func button(_ text: String, _ style: String, keys: String, _ press: @escaping @MainActor () -> Void)
    -> Widget
{
    let button: Widget = gtk_button_new_with_label(text)
    gtk_widget_add_css_class(button, style)
    connect(button, "clicked", press)
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
    gtk_shortcut_controller_add_shortcut(
        controller,
        gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), gtk_signal_action_new("clicked")))
    gtk_widget_add_controller(button, controller)
    return button
}

@MainActor func applyStyle() {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), OpaquePointer(provider), 600)
}

private let style = """
    window { font-family: "Noto Sans CJK KR", "Noto Sans KR", sans-serif; }
    button.leave, button.page { min-height: 40px; margin: 8px 12px 0; border: none; background-image: none; }
    button.leave { background-color: #8e8e93; color: white; }
    button.page { background-color: #ff9500; color: #3b2300; }
    .failure { margin: 12px 12px 0; padding: 10px 12px; border-radius: 8px; background-color: alpha(#ff3b30, 0.16); }
    .failure button { margin-left: 12px; }
    .rows { margin: 4px 0 16px; }
    .row { padding: 12px 20px; border-bottom: 1px solid alpha(currentColor, 0.12); }
    .course { color: #b25a00; font-size: 0.85em; }
    .spot { font-weight: bold; font-size: 1.15em; margin: 2px 0 4px; }
    .text { opacity: 0.75; }
    .centre { margin: 24px; }
    """

/// TS-06: four texts below each other, as high as they need.
@MainActor final class RowView {
    private let labels = ["course", "spot", "text", "text"].map { label("", $0) }
    let widget: Widget

    init() {
        widget = box("row", labels[0], labels[1], labels[2], labels[3])
    }

    func show(_ row: TouristSpots.Row) {
        for (label, text) in zip(labels, [row.course, row.spot, row.details, row.forecast]) {
            gtk_label_set_text(gtk_as_label(label), text)
        }
    }
}
