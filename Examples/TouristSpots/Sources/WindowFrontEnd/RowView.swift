import CGTK
import GTKKit
import TouristSpotsScenes

/// TS-06: a row with four texts below each other, and the sky beside the second. Its height follows from the texts.
@MainActor final class RowView {
    private let labels = ["course", "spot", "text", "text", "sky"].map { label("", $0) }
    let widget: Widget

    init() {
        gtk_widget_set_hexpand(labels[1], 1)
        gtk_widget_set_valign(labels[4], GTK_ALIGN_START)
        gtk_label_set_wrap(gtk_as_label(labels[4]), 0)  // a short word, which is never broken
        widget = box("row", labels[0], box("head", isHorizontal: true, labels[1], labels[4]), labels[2], labels[3])
    }

    func show(_ row: TouristSpots.Row) {
        for (label, text) in zip(labels, [row.course, row.spot, row.details, row.forecast, row.sky]) {
            gtk_label_set_text(gtk_as_label(label), text)
        }
    }
}
