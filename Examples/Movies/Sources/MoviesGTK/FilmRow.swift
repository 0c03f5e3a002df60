import CGTK
import MoviesApp
import MoviesDomain
import MoviesScenes
import SceneGTK

/// MV-33: a row of the list, which is used again for other films while the list is scrolled.
@MainActor final class FilmRow {
    /// The height of each row, so that the list knows how long it is without making all rows.
    static let posterWidth: Int32 = 60

    let widget: Widget
    private let title = Widget.label("film-title", lines: 1)
    private let date = Widget.label("film-date", lines: 1)
    private let overview = Widget.label("film-overview", lines: 2)
    private let poster = PosterView(width: FilmRow.posterWidth)
    private let slot: PosterSlot
    /// The film that is shown.
    private(set) var film: MoviesList.Row?
    /// What is drawn in the place of its poster.
    var shownPoster: Poster? { poster.poster }

    init(_ app: MoviesApp) {
        let texts = Widget.box("film-texts", title, date, overview)
        gtk_widget_set_hexpand(texts, 1)
        widget = Widget.box("film", isHorizontal: true, poster.widget, texts)
        slot = app.posterSlot { [poster] in poster.show($0) }
    }

    /// Shows a film, or nothing: then the row is not needed at present, and a poster that is on its way is not either.
    func show(_ film: MoviesList.Row?) {
        // A film that has changed may have the poster of before.
        let isOther = film?.id != self.film?.id || film?.posterPath != self.film?.posterPath
        self.film = film
        title.setText(film?.title ?? "")
        date.setText(film?.date ?? "")
        overview.setText(film?.overview ?? "")
        if isOther {
            slot.show(film?.posterPath, width: Int(Self.posterWidth * gtk_widget_get_scale_factor(widget)))
        }
        // The list view has put the row into a widget of its own, which has the focus and so the name.
        if let film, let item = gtk_widget_get_parent(widget) {
            scenegtk_set_accessible_label(item, "\(film.title), \(film.date)")
        }
    }
}
