import CGTK

/// The texts that a widget shows, one per line, in the order of its parts: for tests, and for programs that read the window.
///
/// - Parameter widget: A widget. What is hidden, or on a page of a stack that is not shown, is left out.
/// - Returns: The texts of its labels, and so of its buttons.
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
