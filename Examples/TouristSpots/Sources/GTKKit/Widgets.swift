package import CGTK
import SceneGTK

/// Any widget, as GTK passes it.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

/// A box with parts below each other, or beside each other.
@MainActor package func box(_ style: String, isHorizontal: Bool = false, _ parts: Widget...) -> Widget {
    let box: Widget = gtk_box_new(isHorizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, 0)
    for part in parts { gtk_box_append(gtk_as_box(box), part) }
    gtk_widget_add_css_class(box, style)
    return box
}

/// A box whose texts are read out as soon as it is shown.
@MainActor package func alert(_ style: String, _ parts: Widget...) -> Widget {
    let box = scenegtk_box_new_with_role(GTK_ORIENTATION_VERTICAL, GTK_ACCESSIBLE_ROLE_ALERT)
    for part in parts { gtk_box_append(gtk_as_box(box), part) }
    gtk_widget_add_css_class(box, style)
    return box
}

/// Keeps a box as narrow as lines are readable, in the centre of a wide window.
@MainActor package func readable(_ box: Widget) -> Widget {
    // An empty text over the box asks for this width, and does without if the window is narrower.
    let (column, width): (Widget, Widget) = (gtk_overlay_new(), gtk_inscription_new(nil))
    gtk_inscription_set_nat_chars(OpaquePointer(width), 95)
    gtk_overlay_set_child(OpaquePointer(column), box)
    gtk_overlay_add_overlay(OpaquePointer(column), width)
    gtk_overlay_set_measure_overlay(OpaquePointer(column), width, 1)
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    return column
}

/// A text that wraps, aligned at the left.
@MainActor package func label(_ text: String, _ style: String) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_label_set_wrap(gtk_as_label(label), 1)
    // A long word is broken, without a hyphen, so that it does not make a narrow window wider.
    gtk_label_set_wrap_mode(gtk_as_label(label), PANGO_WRAP_WORD_CHAR)
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(gtk_as_label(label), attributes)
    pango_attr_list_unref(attributes)
    gtk_label_set_xalign(gtk_as_label(label), 0)
    gtk_widget_add_css_class(label, style)
    return label
}

/// A button that can also be pressed with keys.
///
/// - Parameter keys: The keys that press the button, such as `F5|r`.
@MainActor package func button(_ text: String, _ style: String, keys: String, _ press: @escaping @MainActor () -> Void)
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

/// Lets keys close a window, such as `<Control>w`.
@MainActor package func closeWindow(_ window: Widget, keys: String) {
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_add_shortcut(
        controller, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new("window.close")))
    gtk_widget_add_controller(window, controller)
}

/// Styles all windows of the program with CSS.
@MainActor package func applyStyle(_ style: String) {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), OpaquePointer(provider), 600)
}
