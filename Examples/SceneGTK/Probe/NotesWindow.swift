import CGTK
import CIS
import SceneGTK

/// Draws the notes. It runs in the process of the scene, so nothing is encoded: it observes the state, and sends actions.
@MainActor
final class NotesWindow {
    typealias Widget = UnsafeMutablePointer<GtkWidget>

    let scene: SceneRuntime<Notes>
    let window: Widget
    private let entry: Widget
    private let list: Widget
    /// The widgets of the notes, by id. Each stays as long as its note.
    private var rows: [Int: (label: Widget, button: Widget)] = [:]
    private lazy var update = FrameUpdate(on: self) { $0.show($0.scene.state) }

    init(_ application: UnsafeMutablePointer<GtkApplication>, _ scene: SceneRuntime<Notes>) {
        self.scene = scene
        window = gtk_application_window_new(application)
        entry = gtk_entry_new()
        list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
        for part in [entry, list] { gtk_box_append(gtk_as_box(box), part) }
        gtk_window_set_child(gtk_as_window(window), box)
        gtk_window_set_default_size(gtk_as_window(window), 320, 240)

        connect(entry, "activate", on: self) { $0.addNote() }
        scene.observe(\.notes, on: self) { view, _ in view.update.request() }
        gtk_window_present(gtk_as_window(window))
    }

    private func addNote() {
        let text = String(cString: gtk_editable_get_text(gtk_as_editable(entry)))
        guard !text.isEmpty else { return }
        gtk_editable_set_text(gtk_as_editable(entry), "")
        scene.execute(.add(text))
    }

    private func show(_ state: Notes.State) {
        for note in state.notes {
            let row = rows[note.id] ?? makeRow(note.id)
            gtk_label_set_text(gtk_as_label(row.label), note.isCrossedOut ? "✓ \(note.text)" : note.text)
            gtk_widget_set_sensitive(row.button, note.isCrossedOut ? 0 : 1)
        }
    }

    private func makeRow(_ id: Int) -> (label: Widget, button: Widget) {
        let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
        let (label, button): (Widget, Widget) = (gtk_label_new(""), gtk_button_new_with_label("Done"))
        gtk_widget_set_hexpand(label, 1)
        gtk_box_append(gtk_as_box(row), label)
        gtk_box_append(gtk_as_box(row), button)
        gtk_box_append(gtk_as_box(list), row)
        connect(button, "clicked", on: self) { $0.scene.execute(.crossOut(id: id)) }
        rows[id] = (label, button)
        return (label, button)
    }
}
