package import CGTK
package import CIS
package import GTKKit
import SceneGTK
package import TouristSpotsScenes

/// Draws the scene, and turns clicks and keys into actions.
@MainActor package final class SpotsWindow {
    package let window: Widget
    private let scene: SceneRuntime<TouristSpots>
    private let refresh, failure, failureText, indicator: Widget
    private var screens: [Widget] = []
    private var firstFocus: [Widget] = []  // in each of the screens
    private let list = box("rows")
    private var rows: [RowView] = []
    private lazy var update = FrameUpdate(on: self) { $0.draw() }
    private var page: SceneRuntime<EmptyPage>? { scene.child(of: \.emptyPage, as: EmptyPage.self) }

    package init(_ scene: SceneRuntime<TouristSpots>, _ application: UnsafeMutablePointer<GtkApplication>) {
        applyStyle(Self.style)
        self.scene = scene
        window = gtk_application_window_new(application)
        refresh = button(Wording.refresh, "refresh", keys: "F5|r") { scene.execute(.refreshPulled) }
        failureText = label("", "failure-text")
        let retry = button(Wording.retry, "retry", keys: "t") { scene.execute(.retryTapped) }
        gtk_widget_set_halign(retry, GTK_ALIGN_START)
        failure = readable(alert("failure", failureText, retry))
        let spinner: Widget = gtk_spinner_new()
        gtk_widget_set_size_request(spinner, 48, 48)
        gtk_spinner_start(gtk_as_spinner(spinner))
        indicator = box("centre", spinner, label(Wording.progress, "text"))
        build()
        scene.outputs?.connect(to: self) { shown, _ in shown.close() }  // TS-07
        scene.observe(\.self, on: self) { shown, _ in shown.update.request() }
        scene.execute(.appeared)
    }

    package func close() { gtk_window_destroy(gtk_as_window(window)) }

    /// TS-01: from top to bottom, the buttons, the list, and the indicator in the centre.
    private func build() {
        let header: Widget = gtk_header_bar_new()
        gtk_header_bar_pack_start(OpaquePointer(header), refresh)
        gtk_window_set_titlebar(gtk_as_window(window), header)
        gtk_window_set_title(gtk_as_window(window), Wording.title)
        closeWindow(window, keys: "<Control>w")
        let scroll: Widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(gtk_as_scrolled_window(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(gtk_as_scrolled_window(scroll), readable(list))
        let table: Widget = gtk_overlay_new()
        gtk_overlay_set_child(OpaquePointer(table), scroll)
        gtk_overlay_add_overlay(OpaquePointer(table), indicator)
        gtk_widget_set_halign(indicator, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(indicator, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(table, 1)
        // A symbol, so that the header has room in a narrow window with large letters, too.
        gtk_button_set_icon_name(gtk_as_button(refresh), "view-refresh-symbolic")
        gtk_widget_set_tooltip_text(refresh, Wording.refresh)
        let close = button(Wording.close, "leave", keys: "c") { [scene] in
            if scene.state.emptyPage.value == nil { scene.execute(.closeTapped) }
        }
        let open = button(Wording.emptyPage, "page", keys: "o") { [scene] in scene.execute(.emptyPageTapped) }
        let back = button(Wording.close, "leave", keys: "Escape|c") { [weak self] in
            self?.page?.execute(.closeTapped)
        }
        for button in [close, open, back] { gtk_widget_set_halign(button, GTK_ALIGN_CENTER) }
        screens = [box("screen", close, open, failure, table), box("screen", back)]
        firstFocus = [open, back]
        gtk_widget_set_visible(screens[1], 0)
        gtk_window_set_child(gtk_as_window(window), box("screens", screens[0], screens[1]))
        gtk_window_set_default_size(gtk_as_window(window), TestHooks.width, TestHooks.height)
        gtk_window_present(gtk_as_window(window))
    }

    private func draw() {
        let state = scene.state
        let top = page == nil ? 0 : 1
        if gtk_widget_get_visible(screens[top]) == 0 {
            gtk_widget_set_visible(screens[top], 1)
            // GTK would move the focus later, and not back to the button that has opened the page.
            gtk_widget_grab_focus(firstFocus[top])
            // The hidden screen is not read out. In a stack, assistive technology would still find it.
            gtk_widget_set_visible(screens[1 - top], 0)
        }
        while rows.count > state.rows.count { gtk_box_remove(gtk_as_box(list), rows.removeLast().widget) }
        while rows.count < state.rows.count {
            rows.append(RowView())
            gtk_box_append(gtk_as_box(list), rows.last?.widget)
        }
        for (view, row) in zip(rows, state.rows) { view.show(row) }
        let isPulled = state.progress == .pulled
        scenegtk_set_accessible_label(refresh, isPulled ? Wording.progress : Wording.refresh)
        gtk_window_set_title(gtk_as_window(window), isPulled ? Wording.progress : Wording.title)
        gtk_widget_set_visible(refresh, page == nil ? 1 : 0)
        gtk_widget_set_visible(indicator, state.progress == .centred ? 1 : 0)
        gtk_label_set_text(gtk_as_label(failureText), state.failure ?? "")
        gtk_widget_set_visible(failure, state.failure == nil ? 0 : 1)
        TestHooks.didDraw(window, isAtRest: state.progress == .none && (!state.rows.isEmpty || state.failure != nil))
    }

    /// Quiet texts have 7:1 with a theme of high contrast.
    private static let style = """
        window { font-family: "Noto Sans CJK KR", "Noto Sans KR", sans-serif; }
        button.leave, button.page { min-width: 280px; min-height: 40px; padding: 0 12px; margin: 8px 12px 0; background-image: none; }
        button.leave { background-color: alpha(currentColor, 0.12); }
        button.page { background-color: alpha(#ff9500, 0.28); }
        .failure { margin: 12px 12px 0; padding: 10px 12px; border-radius: 8px; background-color: alpha(#ff3b30, 0.16); }
        .failure button { margin-top: 8px; }
        :focus-visible { outline: 2px solid alpha(currentColor, 0.6); outline-offset: -3px; }
        .rows { margin: 4px 0 16px; }
        .row { padding: 12px 20px; border-bottom: 1px solid alpha(currentColor, 0.12); }
        .course { color: mix(currentColor, #ff9500, 0.35); font-size: 0.85em; }
        .spot { font-weight: bold; font-size: 1.15em; margin: 2px 0 4px; }
        .text { opacity: 0.85; }
        .sky { margin: 2px 0 4px 12px; }
        .centre { padding: 16px 24px; border: 1px solid alpha(currentColor, 0.3); border-radius: 12px; background-color: @theme_base_color; }
        """
}
