import CGTK
import CIS
import MoviesDomain
import MoviesScenes
import SceneGTK

/// MV-34, MV-35: the recent queries, below the search field. Each time the scene presents them, a new popover is created.
@MainActor final class SuggestionsPopover {
    let scene: SceneRuntime<Suggestions>
    private let entry: Widget
    private let popover: Widget = gtk_popover_new()
    private let rows = Widget.box("suggestions")

    init(_ scene: SceneRuntime<Suggestions>, below entry: Widget, name: String) {
        self.scene = scene
        self.entry = entry
        gtk_widget_set_parent(popover, entry)
        gtk_popover_set_child(gtk_as_popover(popover), rows)
        gtk_popover_set_position(gtk_as_popover(popover), GTK_POS_BOTTOM)
        gtk_popover_set_has_arrow(gtk_as_popover(popover), 0)
        // The focus stays in the field, so that the user can go on typing.
        gtk_popover_set_autohide(gtk_as_popover(popover), 0)
        gtk_widget_add_css_class(popover, "menu")
        scenegtk_set_accessible_label(popover, name)
        scene.observe(\.items, on: self) { $0.show($1) }
        scene.execute(.appeared)
    }

    /// Gives the focus to the first suggestion.
    ///
    /// - Returns: Whether there is one.
    func focus() -> Bool {
        guard gtk_widget_get_visible(popover) != 0, let first = gtk_widget_get_first_child(rows) else { return false }
        return gtk_widget_grab_focus(first) != 0
    }

    func close() {
        guard gtk_widget_get_parent(popover) != nil else { return }
        // If a row is removed while it has the focus, the field would get the focus as if the user had entered it again.
        if gtk_widget_get_focus_child(popover) != nil { gtk_widget_grab_focus(entry) }
        gtk_popover_popdown(gtk_as_popover(popover))
        gtk_widget_unparent(popover)
    }

    private func show(_ queries: [MovieQuery]) {
        while let row = gtk_widget_get_first_child(rows) { gtk_box_remove(gtk_as_box(rows), row) }
        for query in queries { gtk_box_append(gtk_as_box(rows), row(query)) }
        guard !queries.isEmpty else { return gtk_popover_popdown(gtk_as_popover(popover)) }
        // The rows are as wide as the field, without the borders of the popover.
        gtk_widget_set_size_request(rows, max(gtk_widget_get_width(entry) - 52, 0), -1)
        gtk_popover_popup(gtk_as_popover(popover))
    }

    private func row(_ query: MovieQuery) -> Widget {
        let row: Widget = gtk_button_new()
        let text = String(query.text.prefix(200))  // a query is as long as what was typed, and a layout must be short
        gtk_button_set_child(gtk_as_button(row), Widget.label("suggestion", lines: 1, text))
        gtk_button_set_has_frame(gtk_as_button(row), 0)
        scenegtk_set_accessible_label(row, text)
        gtk_widget_set_focus_on_click(row, 0)
        connect(row, "clicked", on: self) { $0.scene.execute(.rowTapped(query)) }
        return row
    }
}
