import CGTK
import CIS
import MoviesApp
import MoviesScenes
import SceneGTK

/// MV-20, MV-23, MV-26, MV-33: the films, in a list view that creates rows only for the visible films and some around
/// them.
///
/// The list view shows a store of ids. The store follows the changes of the scene's list, so no lists are compared.
@MainActor package final class FilmList {
    /// The list with its scroll bar.
    let widget: Widget
    let view: Widget
    private let scene: SceneRuntime<MoviesList>
    private let app: MoviesApp
    private let store: OpaquePointer = g_list_store_new(gtk_string_object_get_type())
    /// Keeps the store, which belongs to the list view, after the window is closed, too.
    private let storeReference: ObjectReference
    /// The rows that the list view has made, by their items.
    private var made: [UnsafeMutableRawPointer: FilmRow] = [:]
    /// How many lines a title has, and a date.
    private var lines: UInt32 = 1
    /// The place, length and count at the last check for the end of the list.
    private var seen = (place: -1.0, length: -1.0, count: -1)

    /// The rows that show a film.
    package var rows: [FilmRow] { made.values.filter { $0.film != nil } }
    /// How far the list is scrolled, and how far it can be scrolled.
    var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(gtk_as_scrolled_window(widget))
    }

    init(_ scene: SceneRuntime<MoviesList>, _ app: MoviesApp) {
        self.scene = scene
        self.app = app
        storeReference = ObjectReference(UnsafeMutableRawPointer(store))
        let factory = gtk_signal_list_item_factory_new()
        // The list view takes over the factory and the selection model.
        view = gtk_list_view_new(gtk_no_selection_new(store), factory)
        gtk_list_view_set_single_click_activate(gtk_as_list_view(view), 1)
        scenegtk_set_accessible_label(view, scene.state.wording.texts.title)
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(gtk_as_scrolled_window(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(gtk_as_scrolled_window(widget), view)
        gtk_widget_set_vexpand(widget, 1)
        if let factory { connectRows(of: UnsafeMutableRawPointer(factory)) }
        connectPosition(view, "activate", on: self) { $0.open($1) }
        scene.observeChanges(of: \.items, on: self) { $0.follow($1) }
    }

    /// Call it when the window is closed. The widgets of the rows do not exist after that.
    func close() { made = [:] }

    /// Whether each row shows its poster, or has none.
    var isAtRest: Bool { !rows.isEmpty && rows.allSatisfy { !$0.isWaiting } }

    /// Gives each row the room that its texts need in a window of this width.
    func layOut(_ width: Int32) {
        view.setSideMargins(readableMargin(in: width))
        lines = linesOfFilm(in: width, digit: view.digitWidth)
        for row in made.values { row.setLines(lines) }
    }

    // MARK: The store

    private func follow(_ changes: SceneListChanges<MoviesList.Row>) {
        guard let splices = changes.splices else {
            let all = ListSplice(position: 0, removed: Int(count), inserted: changes.list.ids)
            splice(all)
            return
        }
        for each in splices { splice(each) }
        let replaced = changes.replaced
        guard !replaced.isEmpty else { return }
        for row in rows {
            if let id = row.film?.id, replaced.contains(id), let film = changes.list[id: id] { row.show(film) }
        }
    }

    private var count: UInt32 { g_list_model_get_n_items(store) }

    private func splice(_ splice: ListSplice<MoviesList.Row.ID>) {
        var names: [gpointer?] = splice.inserted.map { id in
            UnsafeMutableRawPointer(gtk_string_object_new("\(id.page) \(id.position)"))
        }
        g_list_store_splice(store, guint(splice.position), guint(splice.removed), &names, guint(names.count))
        for name in names { g_object_unref(name) }
    }

    private func film(named name: OpaquePointer?) -> MoviesList.Row? {
        guard let name, let text = gtk_string_object_get_string(name) else { return nil }
        let numbers = String(cString: text).split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        return scene.state.items[id: MoviesList.Row.ID(page: numbers[0], position: numbers[1])]
    }

    // MARK: The rows

    private func connectRows(of factory: UnsafeMutableRawPointer) {
        connectObject(factory, "setup", on: self) { list, item in
            let row = FilmRow(list.app)
            row.setLines(list.lines)
            list.made[item] = row
            gtk_list_item_set_child(gtk_as_list_item(item), row.widget)
        }
        connectObject(factory, "bind", on: self) { list, item in
            let name = gtk_list_item_get_item(gtk_as_list_item(item)).map { OpaquePointer($0) }
            list.made[item]?.show(list.film(named: name))
        }
        connectObject(factory, "unbind", on: self) { list, item in list.made[item]?.show(nil) }
        connectObject(factory, "teardown", on: self) { list, item in
            gtk_list_item_set_child(gtk_as_list_item(item), nil)
            list.made[item] = nil
        }
    }

    private func open(_ position: Int) {
        let name = g_list_model_get_item(store, guint(position))
        defer { g_object_unref(name) }
        if let film = film(named: name.map { OpaquePointer($0) }) { scene.execute(.rowTapped(film.id)) }  // MV-26
    }

    /// MV-23: tells the scene that the last row is visible. Call it when a frame was drawn.
    ///
    /// It does so once for each place, length and count. A rule of the scene decides what follows.
    func lookForEnd() {
        guard gtk_widget_get_mapped(widget) != 0, count > 0 else { return }
        let place = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
        let now = (place: place, length: gtk_adjustment_get_upper(adjustment), count: Int(count))
        guard now != seen else { return }
        seen = now
        // It counts as visible a little earlier, so that the next page arrives in time.
        if now.place >= now.length - 100 { scene.execute(.lastRowShown) }
    }
}
