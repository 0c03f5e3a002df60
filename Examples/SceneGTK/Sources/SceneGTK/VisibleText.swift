import CGTK

/// Returns the texts that a widget shows, one per line, in the order of its children. Use it in tests, and in programs that
/// read a window.
///
/// - Parameters:
///   - widget: The widget. Hidden children, and pages of a stack that are not shown, are omitted.
///   - inView: Whether labels that are scrolled out of view are omitted, too.
/// - Returns: The texts of its labels and inscriptions, including the labels of buttons.
@MainActor
public func visibleText(of widget: UnsafeMutablePointer<GtkWidget>, inView: Bool = false) -> String {
    var texts: [String] = []
    collectTexts(of: widget, inView: inView, into: &texts)
    return texts.joined(separator: "\n")
}

@MainActor
private func collectTexts(of widget: UnsafeMutablePointer<GtkWidget>, inView: Bool, into texts: inout [String]) {
    guard gtk_widget_get_child_visible(widget) != 0, gtk_widget_get_visible(widget) != 0 else { return }
    if let text = scenegtk_text(widget), !inView || isInView(widget) { texts.append(String(cString: text)) }
    var child = gtk_widget_get_first_child(widget)
    while let part = child {
        collectTexts(of: part, inView: inView, into: &texts)
        child = gtk_widget_get_next_sibling(part)
    }
}

/// Whether a part of the widget is visible in all widgets that contain it, up to its window.
@MainActor
private func isInView(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    var outer = gtk_widget_get_parent(widget)
    while let parent = outer {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, parent, &bounds) != 0 else { return false }
        let (top, left) = (Double(bounds.origin.y), Double(bounds.origin.x))
        if top >= Double(gtk_widget_get_height(parent)) || top + Double(bounds.size.height) <= 0
            || left >= Double(gtk_widget_get_width(parent)) || left + Double(bounds.size.width) <= 0
        {
            return false
        }
        // The search ends at a window or a popover, because a popover is not inside the widget to which it belongs.
        if gtk_widget_get_native(parent) == OpaquePointer(parent) { return true }
        outer = gtk_widget_get_parent(parent)
    }
    return true
}
