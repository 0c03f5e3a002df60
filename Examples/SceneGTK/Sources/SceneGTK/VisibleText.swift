import CGTK

/// Returns the texts that a widget shows, one per line, in the order of its children. Use it in tests, and in programs that
/// read a window.
///
/// - Parameter widget: The widget. Hidden children, and pages of a stack that are not shown, are omitted.
/// - Returns: The texts of its labels, including the labels of buttons.
@MainActor
public func visibleText(of widget: UnsafeMutablePointer<GtkWidget>) -> String {
    var texts: [String] = []
    collectTexts(of: widget, into: &texts)
    return texts.joined(separator: "\n")
}

@MainActor
private func collectTexts(of widget: UnsafeMutablePointer<GtkWidget>, into texts: inout [String]) {
    guard gtk_widget_get_child_visible(widget) != 0, gtk_widget_get_visible(widget) != 0 else { return }
    if scenegtk_is_label(widget) != 0, let text = gtk_label_get_text(gtk_as_label(widget)) {
        texts.append(String(cString: text))
    }
    var child = gtk_widget_get_first_child(widget)
    while let part = child {
        collectTexts(of: part, into: &texts)
        child = gtk_widget_get_next_sibling(part)
    }
}
