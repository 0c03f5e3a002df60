import CGTK
import MoviesApp
package import MoviesDomain
package import MoviesScenes
import SceneGTK

/// MV-33: a row of the list, which is used again for other films while the list is scrolled.
@MainActor package final class FilmRow {
    /// The width of the poster. It determines the height of a row, which is the same for all rows. So the list knows its
    /// length without creating all of them.
    static let posterWidth: Int32 = 60

    let widget: Widget
    private let title = Widget.inscription("film-title", lines: 1)
    private let date = Widget.inscription("film-date", lines: 1)
    private let overview = Widget.inscription("film-overview", lines: 2)
    private let poster = PosterView(width: FilmRow.posterWidth)
    private let slot: PosterSlot<DecodedPoster>
    /// The film that is shown.
    package private(set) var film: MoviesList.Row?
    /// The poster that is drawn, if there is one.
    package var shownPoster: Poster? { poster.poster?.poster }
    /// Whether a poster is expected.
    var isWaiting: Bool { slot.isLoading }

    init(_ app: MoviesApp) {
        let texts = Widget.box("film-texts", title, date, overview)
        gtk_widget_set_hexpand(texts, 1)
        widget = Widget.box("film", isHorizontal: true, poster.widget, texts)
        slot = app.posterSlot(decode: DecodedPoster.decode) { [poster] in poster.show($0) }
        // The window may be moved to a display with smaller pixels.
        connect(widget, "notify::scale-factor", on: self) { $0.loadPoster() }
    }

    /// Sets how many lines the title has, and the date. It is the same number in all rows.
    func setLines(_ lines: UInt32) {
        for text in [title, date] { gtk_inscription_set_min_lines(OpaquePointer(text), lines) }
    }

    private func loadPoster() {
        slot.show(film?.posterPath, width: Int(Self.posterWidth * gtk_widget_get_scale_factor(widget)))
    }

    /// Shows a film. If it is `nil`, the row is not needed at present, and the load of its poster is cancelled.
    func show(_ film: MoviesList.Row?) {
        // A film that has changed may still have the same poster.
        let isOther = film?.id != self.film?.id || film?.posterPath != self.film?.posterPath
        self.film = film
        if isOther { loadPoster() }
        // A row that is not needed is not visible. It keeps its texts, because changing them costs time.
        guard let film else { return }
        gtk_inscription_set_text(OpaquePointer(title), film.title)
        gtk_inscription_set_text(OpaquePointer(date), film.date)
        gtk_inscription_set_text(OpaquePointer(overview), film.overview)
        // The list view puts each row into another widget. That widget gets the focus, so it needs the name.
        if let item = gtk_widget_get_parent(widget) {
            scenegtk_set_accessible_label(item, "\(film.title), \(film.date)")
        }
    }
}
