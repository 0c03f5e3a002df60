import CGTK
import SceneGTK

/// Any widget, as GTK passes it.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
    /// A box with parts below each other, or beside each other.
    @MainActor static func box(_ style: String, isHorizontal: Bool = false, _ parts: Widget...) -> Widget {
        let box: Widget = gtk_box_new(isHorizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, 0)
        for part in parts { gtk_box_append(gtk_as_box(box), part) }
        gtk_widget_add_css_class(box, style)
        return box
    }

    /// A text, aligned at the left.
    ///
    /// - Parameter lines: The greatest number of lines. A text that does not fit ends with dots. 0 means no limit: only for
    ///   the program's own texts, and texts that the data layer has bounded, because the layout of a long text takes longer than a frame.
    @MainActor static func label(_ style: String, lines: Int32, _ text: String = "") -> Widget {
        let label: Widget = gtk_label_new(text)
        gtk_label_set_xalign(gtk_as_label(label), 0)
        gtk_label_set_yalign(gtk_as_label(label), 0)
        gtk_widget_add_css_class(label, style)
        if lines != 1 {
            gtk_label_set_wrap(gtk_as_label(label), 1)
            gtk_label_set_wrap_mode(gtk_as_label(label), PANGO_WRAP_WORD_CHAR)
        }
        if lines > 0 {
            gtk_label_set_lines(gtk_as_label(label), lines)
            gtk_label_set_ellipsize(gtk_as_label(label), PANGO_ELLIPSIZE_END)
        }
        return label
    }

    /// A text in a row of a list, aligned at the left. A text that does not fit ends with dots.
    ///
    /// Its size does not depend on the text. A row that is used again for another film then needs no layout, which for labels takes
    /// longer than everything else.
    ///
    /// - Parameter lines: How many lines there is room for.
    @MainActor static func inscription(_ style: String, lines: UInt32) -> Widget {
        let widget: Widget = gtk_inscription_new("")
        let inscription = OpaquePointer(widget)
        gtk_inscription_set_text_overflow(inscription, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
        gtk_inscription_set_min_lines(inscription, lines)
        gtk_inscription_set_yalign(inscription, 0)
        gtk_widget_add_css_class(widget, style)
        return widget
    }

    /// A spinner that does not turn yet.
    @MainActor static func spinner(size: Int32, name: String) -> Widget {
        let spinner: Widget = gtk_spinner_new()
        gtk_widget_set_size_request(spinner, size, size)
        gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(spinner, GTK_ALIGN_CENTER)
        scenegtk_set_accessible_label(spinner, name)
        return spinner
    }

    /// The width of a digit in the font that the desktop has chosen.
    @MainActor var digitWidth: Int32 {
        let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(self), nil, nil)
        defer { pango_font_metrics_unref(metrics) }
        return pango_font_metrics_get_approximate_digit_width(metrics) / PANGO_SCALE
    }

    /// Shows a text. If it is shown already, this costs no layout.
    @MainActor func setText(_ text: String) {
        let label = gtk_as_label(self)
        if gtk_label_get_text(label).map({ String(cString: $0) }) != text { gtk_label_set_text(label, text) }
    }

    /// Sets the same margin at the left and at the right.
    @MainActor func setSideMargins(_ margin: Int32) {
        gtk_widget_set_margin_start(self, margin)
        gtk_widget_set_margin_end(self, margin)
    }

    /// Shows what gets the focus next in the window. Otherwise GTK shows it after the next key that moves it.
    @MainActor func showFocus() {
        if let window = gtk_widget_get_root(self) {
            gtk_window_set_focus_visible(gtk_as_window(UnsafeMutableRawPointer(window)), 1)
        }
    }

    @MainActor func setVisible(_ isVisible: Bool) { gtk_widget_set_visible(self, isVisible ? 1 : 0) }
}

/// How many lines a film's title and its date need. With large letters, they do not fit into one line of a narrow window.
///
/// - Parameters:
///   - width: The width of the window.
///   - digit: That of a digit, which says how large letters are in every language.
package func linesOfFilm(in width: Int32, digit: Int32) -> UInt32 { min(width, 760) - 110 < 25 * digit ? 2 : 1 }

/// Whether there is room for the texts of a film beside a poster of 300 pixels.
package func hasRoomBesidePoster(in width: Int32, digit: Int32) -> Bool { min(width, 760) - 372 >= 20 * digit }

/// The margin at each side that keeps lines of text readable in a wide window.
func readableMargin(in width: Int32) -> Int32 { max(0, (width - 760) / 2) }

/// The place of a poster. Its size is the same before and after the poster is loaded.
@MainActor final class PosterView {
    let widget: Widget
    private let place: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    private let picture: Widget = gtk_picture_new()
    /// The poster that is shown.
    private(set) var poster: DecodedPoster?

    init(width: Int32) {
        widget = gtk_overlay_new()
        // `place` determines the size. A picture alone would have the size of its file.
        gtk_overlay_set_child(OpaquePointer(widget), place)
        gtk_overlay_add_overlay(OpaquePointer(widget), picture)
        gtk_picture_set_content_fit(OpaquePointer(picture), GTK_CONTENT_FIT_COVER)
        gtk_widget_add_css_class(widget, "poster")
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_set_valign(widget, GTK_ALIGN_START)
        gtk_widget_set_halign(widget, GTK_ALIGN_START)
        setWidth(width)
    }

    /// Sets the width. The height is 1.5 times the width.
    func setWidth(_ width: Int32) { gtk_widget_set_size_request(place, width, width * 3 / 2) }

    /// Sets the name for assistive technology.
    func setName(_ name: String) { scenegtk_set_accessible_label(picture, name) }

    /// Shows a poster. With `nil` the place is empty, and keeps its size.
    func show(_ poster: DecodedPoster?) {
        if let poster {
            gtk_picture_set_paintable(OpaquePointer(picture), poster.texture.pointer)
        } else if let old = self.poster?.texture.pointer {
            // The picture keeps its size, so a row that is used again needs no layout.
            let empty = gdk_paintable_new_empty(gdk_texture_get_width(old), gdk_texture_get_height(old))
            gtk_picture_set_paintable(OpaquePointer(picture), empty)
            g_object_unref(empty.map { UnsafeMutableRawPointer($0) })
        }
        self.poster = poster
    }
}
