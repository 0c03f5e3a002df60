import CIS
import GatherScenes

/// Begins an action of a scene.
typealias Press = @MainActor () -> Task<Void, Never>

/// The content and the controls of a screen, from top to bottom. The full screen and the plain text are both made from it.
struct Page {
    /// A part of a page.
    enum Element {
        case control(Control)
        /// Buttons side by side.
        case line([Control])
        case heading(String)
        case text(String)
        case clock(String)
        case gap
    }

    let title: String
    var elements: [Element]
    /// Buttons that stay visible when the elements do not fit.
    var bar: [Control] = []
    /// FG-UI-01: whether the screen shows that it waits for a request, and ignores input.
    var isBusy = false
    /// D21: whether the time of a match is up. The terminal rings when this begins.
    var isTimeUp = false
    /// The dialog that covers the screen.
    var dialog: Dialog?
    /// The action of the key Esc. nil on the first screen.
    var back: Press?
    /// The id of the control to begin with. nil for the first one that asks for something.
    var preferred: String?

    /// All controls of the page, in their order.
    var controls: [Control] {
        elements.flatMap { element -> [Control] in
            switch element {
            case .control(let control): [control]
            case .line(let controls): controls
            case .heading, .text, .clock, .gap: []
            }
        } + bar
    }

    /// The controls that can be used now. Those of a dialog cover all others.
    var usableControls: [Control] {
        if let dialog { return dialog.controls }
        return isBusy ? [] : controls.filter(\.isEnabled)
    }
}

/// A question, a message or a panel above a page.
struct Dialog {
    let title: String
    var message = ""
    /// A question begins with the button that changes nothing: it has the focus, so Enter by mistake loses nothing.
    var controls: [Control]
    /// The action of the key Esc.
    let cancel: Press
    /// Whether it reports a failure.
    var isAlert = false
}

extension Dialog {
    /// The lines of the message, without characters that a terminal would obey.
    var lines: [String] { message.split(separator: "\n").map { String($0).plain } }

    /// FG-UI-02: a dialog with an alert.
    static func alert(_ alert: Alert, dismiss: @escaping Press) -> Dialog {
        Dialog(
            title: alert.title, message: alert.message, controls: [.button("ok", Wording.ok, press: dismiss)],
            cancel: dismiss, isAlert: true)
    }
}
