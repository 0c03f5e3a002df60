/// FG-UI-02: a title, a message and the button `OK`.
package struct Alert: Sendable, Equatable, Codable {
    package let title: String
    package let message: String

    package init(title: String, message: String) {
        self.title = title
        self.message = message
    }
}

/// A button whose caption or state depends on the state of its screen.
package struct ButtonState: Sendable, Equatable, Encodable {
    package let caption: String
    package let isEnabled: Bool

    init(_ caption: String, isEnabled: Bool = true) {
        self.caption = caption
        self.isEnabled = isEnabled
    }
}

/// Texts that several screens use.
package enum Label {
    package static let app = "Football Gather"
    package static let back = "Back"
    /// The button that leads from the player list back to the login.
    package static let logOut = "Log Out"
    /// FG-UI-01: shown over a screen that ignores input.
    package static let loading = "Loading..."
    /// FG-UI-02: the button of an alert.
    package static let ok = "OK"
    /// FG-UI-03: the button of an empty screen.
    package static let retry = "Retry"
    package static let cancel = "Cancel"
    package static let done = "Done"
}
