import CGTK
import GTKKit
import TouristSpotsScenes

/// TS-06: a row with four texts below each other. Its height follows from the texts.
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
