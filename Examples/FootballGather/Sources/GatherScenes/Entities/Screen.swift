/// FG-UI-02: a title, a message and the button `OK`.
package struct Alert: Sendable, Equatable {
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
