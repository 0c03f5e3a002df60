import CGTK
import CIS
import MoviesDomain
import MoviesScenes
import SceneGTK

/// MV-36, MV-37: one film. Each time the scene presents a film, a new page is created.
@MainActor final class DetailsPage {
    /// The page, which can be scrolled.
    let widget: Widget
    let scene: SceneRuntime<MovieDetails>
    private let poster = PosterView(width: 240)
    private let parts: Widget
    private var (width, scale): (Int32, Int32) = (-1, 0)
    private var askedFor = 0
    /// The number of posters that are being loaded or decoded.
    private var loads = 0

    /// Whether a poster is expected. A poster that could not be loaded is not expected any more.
    var isWaiting: Bool { askedFor == 0 || loads > 0 }

    init(_ scene: SceneRuntime<MovieDetails>, _ texts: Texts) {
        self.scene = scene
        let title = Widget.label("details-title", lines: 0, scene.state.title)
        let date = Widget.label("details-date", lines: 0, scene.state.date)
        let overview = Widget.label("details-overview", lines: 0, scene.state.overview)
        let words = Widget.box("details-texts", title, date, overview)
        gtk_widget_set_hexpand(words, 1)
        parts = Widget.box("details", poster.widget, words)
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(gtk_as_scrolled_window(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(gtk_as_scrolled_window(widget), parts)
        poster.setName("\(texts.poster): \(scene.state.title)")
        poster.widget.setVisible(!scene.state.isPosterHidden)
        scene.observe(\.poster, on: self) { $0.draw($1) }
    }

    /// Draws the poster as soon as it is decoded. The place stays empty if the file is no image.
    private func draw(_ poster: Poster?) {
        guard let poster else { return }
        loads += 1
        Task { [weak self] in
            let decoded = try? await DecodedPoster.decode(poster)
            guard let self else { return }
            loads -= 1
            // A larger poster may have come meanwhile.
            if scene.state.poster == poster { self.poster.show(decoded) }
        }
    }

    /// Puts the poster beside the texts if there is room, otherwise above them. MV-37: requests it in the width that it then
    /// has.
    ///
    /// - Parameter width: The width of the window.
    func layOut(_ width: Int32) {
        let scale = gtk_widget_get_scale_factor(widget)
        guard width != self.width || scale != self.scale else { return }
        (self.width, self.scale) = (width, scale)
        parts.setSideMargins(readableMargin(in: width))
        let isWide = hasRoomBesidePoster(in: width, digit: widget.digitWidth)
        gtk_orientable_set_orientation(
            OpaquePointer(parts), isWide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
        gtk_box_set_spacing(gtk_as_box(parts), isWide ? 24 : 16)
        gtk_widget_set_halign(poster.widget, isWide ? GTK_ALIGN_START : GTK_ALIGN_CENTER)
        let posterWidth = min(max(width - 48, 92), isWide ? 300 : 240)
        poster.setWidth(posterWidth)
        let pixels = Int(posterWidth * scale)
        guard pixels != askedFor else { return }
        askedFor = pixels
        loads += 1
        let load = scene.execute(.laidOut(width: pixels))
        Task { [weak self] in
            await load.value
            self?.loads -= 1
        }
    }
}
