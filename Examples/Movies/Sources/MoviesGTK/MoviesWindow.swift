package import CGTK
import CIS
package import MoviesApp
import MoviesScenes
import SceneGTK

/// Draws the screens in a window, and turns keys and clicks into actions.
@MainActor package final class MoviesWindow {
    package let window: UnsafeMutablePointer<GtkWidget>
    package let list: FilmList
    /// Keeps the window after it is closed, as long as this object exists.
    private let windowReference: ObjectReference
    private(set) var isClosed = false
    private var hasDrawnFrame = false
    private(set) var page: DetailsPage?
    let scene: SceneRuntime<MoviesList>
    private let search: SearchField
    private let toast: Toast
    private let back, title, content, pages, spinner, smallSpinner, empty: Widget
    private var width: Int32
    private var focusesList = false
    private lazy var update = FrameUpdate(on: self) { $0.draw() }
    /// What is done in advance, outside the main thread, as soon as the window is visible.
    private(set) var preparation: Task<Void, Never>?
    private let app: MoviesApp
    private var texts: Texts { scene.state.wording.texts }
    /// Called when a frame was drawn.
    var onFrame: [@MainActor () -> Void] = []

    package init(_ app: MoviesApp, _ application: UnsafeMutablePointer<GtkApplication>, width: Int32, height: Int32) {
        self.app = app
        scene = app.moviesList()
        window = gtk_application_window_new(application)
        windowReference = ObjectReference(window)
        list = FilmList(scene, app)
        search = SearchField(scene)
        toast = Toast(scene.state.wording.texts) { [scene] in scene.execute(.alertClosed) }
        let texts = scene.state.wording.texts
        back = gtk_button_new_from_icon_name("go-previous-symbolic")
        title = Widget.label("title", lines: 1, texts.title)
        spinner = Widget.spinner(size: 48, name: texts.loading)
        smallSpinner = Widget.spinner(size: 24, name: texts.loading)
        empty = Widget.label("empty", lines: 0, texts.empty)
        self.width = width
        content = gtk_stack_new()
        pages = gtk_stack_new()
        build(texts)
        connectKeys()
        layOut(width)
        scene.observe(Shown.init, on: self) { window, _ in window.update.request() }
        scene.observePulse(\.searchBegan, on: self) { window, _ in
            window.focusesList = true
            window.update.request()
        }
        gtk_window_set_default_size(gtk_as_window(window), width, height)
        gtk_window_present(gtk_as_window(window))
    }

    /// The values that the window draws. The films are not among them, because the list observes them itself.
    private struct Shown: Equatable {
        let content: MoviesList.Content
        let text, emptyText: String
        let alert: String?
        let isSearching, isLoading, hasSuggestions, hasDetails: Bool

        init(_ state: borrowing MoviesList.State) {
            content = state.content
            text = state.domainState.text
            emptyText = state.emptyText
            alert = state.alert
            isSearching = state.isSearching
            isLoading = state.domainState.loading != .none
            hasSuggestions = state.suggestions.isPresented
            hasDetails = state.details.isPresented
        }
    }

    // MARK: Building

    private func build(_ texts: Texts) {
        let header: Widget = gtk_header_bar_new()
        gtk_header_bar_pack_start(OpaquePointer(header), back)
        // Beside the title it covers no film, and moves none.
        gtk_header_bar_pack_start(OpaquePointer(header), smallSpinner)
        gtk_header_bar_set_title_widget(OpaquePointer(header), title)
        gtk_window_set_titlebar(gtk_as_window(window), header)
        gtk_window_set_title(gtk_as_window(window), texts.title)
        gtk_widget_set_valign(title, GTK_ALIGN_CENTER)
        for part in [back, smallSpinner] { part.setVisible(false) }
        gtk_widget_set_tooltip_text(back, texts.back)
        scenegtk_set_accessible_label(back, texts.back)

        gtk_widget_set_halign(empty, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(empty, GTK_ALIGN_CENTER)
        gtk_label_set_xalign(gtk_as_label(empty), 0.5)
        gtk_label_set_justify(gtk_as_label(empty), GTK_JUSTIFY_CENTER)
        for (part, name) in [(empty, "empty"), (spinner, "spinner"), (list.widget, "list")] {
            gtk_stack_add_named(gtk_as_stack(content), part, name)
        }
        gtk_widget_set_vexpand(content, 1)
        gtk_stack_add_named(gtk_as_stack(pages), Widget.box("screen", search.widget, content), "list")
        gtk_stack_set_transition_type(gtk_as_stack(pages), GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
        gtk_widget_set_vexpand(pages, 1)
        gtk_window_set_child(gtk_as_window(window), Widget.box("all", pages, toast.widget))
    }

    private func connectKeys() {
        connect(back, "clicked", on: self) { _ = $0.goBack() }
        addShortcut("<Control>f", to: window, inWholeWindow: true, on: self) { $0.startSearch() }
        addShortcut("Escape", to: window, inWholeWindow: true, on: self) {
            $0.window.showFocus()
            return $0.goBack() || $0.search.leave() || $0.closeAlert()
        }
        addShortcut("<Alt>Left", to: window, inWholeWindow: true, on: self) {
            $0.window.showFocus()
            return $0.goBack()
        }
        addShortcut("<Control>w|<Control>q", to: window, inWholeWindow: true, on: self) { shown in
            gtk_window_close(gtk_as_window(shown.window))
            return true
        }
        // Text that is typed while the list has the focus goes to the search field.
        gtk_search_entry_set_key_capture_widget(OpaquePointer(search.entry), content)
        connect(window, "unmap", on: self) { $0.search.close() }
        // The signal is not `destroy`, which is emitted when the last reference is released.
        connect(window, "unrealize", on: self) { $0.close() }
        connect(window, "realize", on: self) { $0.connectFrames() }
    }

    private func connectFrames() {
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        connect(UnsafeMutableRawPointer(clock), "after-paint", on: self) { $0.didDrawFrame() }
    }

    private func startSearch() -> Bool {
        guard page == nil else { return false }
        search.focus()
        return true
    }

    private func goBack() -> Bool {
        guard let page else { return false }
        page.scene.execute(.closeTapped)
        return true
    }

    private func closeAlert() -> Bool {
        guard scene.state.alert != nil else { return false }
        scene.execute(.alertClosed)
        return true
    }

    /// Ends all drawing. The scene ends when this object is released.
    private func close() {
        isClosed = true
        page = nil
        list.close()
        onFrame = []
    }

    // MARK: Drawing

    private func draw() {
        guard !isClosed else { return }
        let state = scene.state
        drawPage()
        let hasLeftSearch = search.draw()
        toast.show(state.alert)
        let isListed = if case .list = state.content { true } else { false }
        empty.setText(state.emptyText)
        switch state.content {
        case .empty: gtk_stack_set_visible_child_name(gtk_as_stack(content), "empty")
        case .spinner: gtk_stack_set_visible_child_name(gtk_as_stack(content), "spinner")
        case .list: gtk_stack_set_visible_child_name(gtk_as_stack(content), "list")
        }
        gtk_spinner_set_spinning(gtk_as_spinner(spinner), state.content == .spinner ? 1 : 0)
        // A hidden spinner must not turn, because an idle window should draw no frames.
        let hasSpinner = state.content == .list(hasSpinner: true) && page == nil
        gtk_spinner_set_spinning(gtk_as_spinner(smallSpinner), hasSpinner ? 1 : 0)
        smallSpinner.setVisible(hasSpinner)
        // After a search the list gets the focus as soon as it shows films, unless the user has typed meanwhile.
        if state.isSearching { focusesList = false } else if hasLeftSearch { focusesList = true }
        if focusesList, isListed, page == nil {
            focusesList = false
            if search.isBegunByKey { window.showFocus() }
            search.isBegunByKey = false
            if state.domainState.text == state.domainState.query.text { gtk_widget_grab_focus(list.view) }
        }
    }

    private func drawPage() {
        let shown = scene.child(of: \.details, as: MovieDetails.self)
        guard shown !== page?.scene else { return }
        let old = page
        page = shown.map { DetailsPage($0, texts) }
        if let page {
            gtk_stack_add_child(gtk_as_stack(pages), page.widget)
            page.layOut(gtk_widget_get_width(pages))
        }
        gtk_stack_set_visible_child(
            gtk_as_stack(pages), page?.widget ?? gtk_stack_get_child_by_name(gtk_as_stack(pages), "list"))
        if let old { gtk_stack_remove(gtk_as_stack(pages), old.widget) }
        back.setVisible(page != nil)
        title.setText(shown?.state.title ?? texts.title)
        if page == nil { gtk_widget_grab_focus(list.view) }
    }

    /// Keeps the lines readable in a wide window, and with large letters.
    private func layOut(_ width: Int32) {
        self.width = width
        list.layOut(width)
        search.layOut(margin: readableMargin(in: width))
    }

    private func didDrawFrame() {
        guard !isClosed else { return }
        // If the field has the focus from the beginning, its suggestions need the place of the field, which the first frame
        // determines.
        if !hasDrawnFrame {
            update.request()
            layOut(gtk_widget_get_width(pages))
            preparation = Task { [app] in await app.prepare() }
        }
        hasDrawnFrame = true
        if gtk_widget_get_width(pages) != width { layOut(gtk_widget_get_width(pages)) }
        if let page { page.layOut(gtk_widget_get_width(pages)) } else { list.lookForEnd() }
        for call in onFrame { call() }
    }

    /// Whether the whole state is drawn, and nothing moves.
    var isAtRest: Bool {
        let state = scene.state
        guard state.domainState.loading == .none, state.details.isPresented == (page != nil), toast.isAtRest,
            gtk_stack_get_transition_running(gtk_as_stack(pages)) == 0
        else { return false }
        if let page { return !page.isWaiting }
        return state.items.isEmpty || list.isAtRest
    }
}
