import CGTK

/// Saves the current appearance of a window as a PNG file.
///
/// - Parameters:
///   - widget: A widget that is shown.
///   - path: The path of the file.
/// - Returns: Whether the file was written.
@MainActor
public func writeScreenshot(of widget: UnsafeMutablePointer<GtkWidget>, to path: String) -> Bool {
    let width = Double(gtk_widget_get_width(widget))
    let height = Double(gtk_widget_get_height(widget))
    guard width > 0, height > 0, let native = gtk_widget_get_native(widget),
        let paintable = gtk_widget_paintable_new(widget), let snapshot = gtk_snapshot_new()
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    gdk_paintable_snapshot(paintable, snapshot, width, height)
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    defer { gsk_render_node_unref(node) }
    guard let renderer = gtk_native_get_renderer(native),
        let texture = gsk_renderer_render_texture(renderer, node, nil)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
}
