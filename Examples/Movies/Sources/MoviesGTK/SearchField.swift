import CGTK
import CIS
import MoviesScenes
import SceneGTK

/// MV-30, MV-31: the search field, a button that cancels, and the suggestions below it.
@MainActor final class SearchField {
    let widget: Widget
    let entry: Widget = gtk_search_entry_new()
    private let cancel: Widget
    private let scene: SceneRuntime<MoviesList>
    private var suggestions: SuggestionsPopover?
    /// Reports when the field gets and loses the focus. It belongs to the field.
    private let focusEvents: OpaquePointer = gtk_event_controller_focus_new()
    /// Whether the program, not the user, is changing the text.
    private var isBeingSet = false
    /// The number of texts that were sent and that the scene has not handled yet.
    private var textsOnTheirWay = 0
    private var wasSearching = false
    /// Whether a key has begun the search. What gets the focus after it then shows it.
    var isBegunByKey = false
    private let parts: Widget

    private var text: String {
        get { String(cString: gtk_editable_get_text(gtk_as_editable(entry))) }
        set {
            // The field reports an empty text before it reports the new one.
            isBeingSet = true
            defer { isBeingSet = false }
            gtk_editable_set_text(gtk_as_editable(entry), newValue)
            gtk_editable_set_position(gtk_as_editable(entry), -1)
        }
    }

    init(_ scene: SceneRuntime<MoviesList>) {
        self.scene = scene
        let texts = scene.state.wording.texts
        cancel = gtk_button_new_with_label(texts.cancel)
        parts = Widget.box("search-parts", isHorizontal: true, entry, cancel)
        widget = Widget.box("search", parts)
        gtk_widget_set_hexpand(entry, 1)
        scenegtk_set_text_property(entry, "placeholder-text", texts.placeholder)
        scenegtk_set_accessible_label(entry, texts.placeholder)
        gtk_widget_set_focus_on_click(cancel, 0)
        connect(cancel, "clicked", on: self) { $0.scene.execute(.cancelTapped) }
        connect(entry, "activate", on: self) { field in
            field.isBegunByKey = true
            field.scene.execute(.searchTapped)
        }
        connect(entry, "changed", on: self) { $0.sendText() }
        addShortcut("Down", to: entry, on: self) { $0.suggestions?.focus() ?? false }
        connect(UnsafeMutableRawPointer(focusEvents), "enter", on: self) { $0.scene.execute(.searchFocused) }
        connect(UnsafeMutableRawPointer(focusEvents), "leave", on: self) { $0.scene.execute(.searchUnfocused) }
        gtk_widget_add_controller(entry, focusEvents)
    }

    /// Called for `Ctrl+F`. If the field has kept the focus when the search was left, no event reports that the user wants to
    /// search.
    func focus() {
        gtk_widget_grab_focus(entry)
        if !scene.state.isSearching { scene.execute(.searchFocused) }
    }

    /// Called for `Escape`, also if a suggestion has the focus.
    ///
    /// - Returns: Whether there was something to cancel.
    func leave() -> Bool {
        guard scene.state.canCancel else { return false }
        scene.execute(.cancelTapped)
        return true
    }

    /// Call it before the window is closed. The popover of the field must be removed first.
    func close() {
        suggestions?.close()
        suggestions = nil
    }

    /// Leaves a margin at both sides.
    func layOut(margin: Int32) { parts.setSideMargins(margin) }

    /// - Returns: Whether the search was left, so that the list of films should get the focus.
    func draw() -> Bool {
        let state = scene.state
        if textsOnTheirWay == 0, text != state.domainState.text { text = state.domainState.text }
        cancel.setVisible(state.canCancel)
        drawSuggestions()
        defer { wasSearching = state.isSearching }
        return !state.isSearching && wasSearching
    }

    private func drawSuggestions() {
        // A popover is placed at the field, which has no place before the first frame, and when the window is being closed.
        let isPlaced = gtk_widget_get_mapped(entry) != 0 && gtk_widget_get_width(entry) > 0
        let shown = isPlaced ? scene.child(of: \.suggestions, as: Suggestions.self) : nil
        guard shown !== suggestions?.scene else { return }
        suggestions?.close()
        suggestions = shown.map { SuggestionsPopover($0, below: entry, name: scene.state.wording.texts.recent) }
    }

    /// Text that is typed in the list goes to this field, too. From then on, the field receives keys such as Return.
    private func takeFocus() {
        let caret = gtk_editable_get_position(gtk_as_editable(entry))
        gtk_widget_grab_focus(entry)
        // When the field gets the focus, its whole text is selected, and the next key would replace it.
        gtk_editable_set_position(gtk_as_editable(entry), caret)
    }

    private func sendText() {
        guard !isBeingSet, textsOnTheirWay > 0 || text != scene.state.domainState.text else { return }
        if gtk_event_controller_focus_contains_focus(focusEvents) == 0 { takeFocus() }
        // The field may have kept the focus since the last search. Then typing begins another one.
        if !scene.state.isSearching { scene.execute(.searchFocused) }
        textsOnTheirWay += 1
        let sent = scene.execute(.textChanged(text))
        Task { [weak self] in
            await sent.value
            self?.textsOnTheirWay -= 1
        }
    }
}
