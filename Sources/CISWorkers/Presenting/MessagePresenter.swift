/// Shows short messages to the user. The front end implements it; a scene's worker uses it.
///
/// ```swift
/// final class OrderWorker: OrderWorking {
///     private let presenter: any MessagePresenter
///
///     @MainActor func showSaved() { presenter.show(ToastMessage("Saved")) }
///
///     @MainActor func confirmsDeletion() async -> Bool {
///         await presenter.ask(AlertMessage(
///             "Delete player", "Are you sure you want to delete the selected player?",
///             choices: [.destructive("Delete"), .cancel("Cancel")])) == .destructive("Delete")
///     }
/// }
/// ```
///
/// In a test, use a stub that implements the two functions.
@MainActor
public protocol MessagePresenter: AnyObject, Sendable {
    /// Shows a message that disappears by itself.
    ///
    /// - Parameter toast: The message.
    func show(_ toast: ToastMessage)

    /// Shows a message with buttons, and waits until it is closed.
    ///
    /// An implementation must close the message when the task is cancelled.
    ///
    /// - Parameter alert: The message.
    /// - Returns: The button that the user chose, or `nil` if the message was closed without a choice.
    func ask(_ alert: AlertMessage) async -> AlertMessage.Choice?
}

/// A message that disappears by itself.
public struct ToastMessage: Sendable, Hashable {
    /// The text.
    public var text: String
    /// How long the message is shown.
    public var duration: Duration

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - duration: How long the message is shown.
    public init(_ text: String, for duration: Duration = .seconds(2)) {
        self.text = text
        self.duration = duration
    }
}

/// A message with buttons, which stays until it is closed.
public struct AlertMessage: Sendable, Hashable {
    /// A button.
    public struct Choice: Sendable, Hashable {
        /// The purpose of a button. Front ends draw each role differently.
        public enum Role: Sendable, Hashable {
            /// A button without a special role.
            case normal
            /// Closes the message without a change.
            case cancel
            /// Deletes something.
            case destructive
        }

        /// The caption.
        public var title: String
        /// The role of the button.
        public var role: Role

        /// Returns a button without a special role.
        ///
        /// - Parameter title: The caption.
        public static func normal(_ title: String) -> Choice { Choice(title: title, role: .normal) }

        /// Returns a button that closes the message without a change.
        ///
        /// - Parameter title: The caption.
        public static func cancel(_ title: String) -> Choice { Choice(title: title, role: .cancel) }

        /// Returns a button that deletes something.
        ///
        /// - Parameter title: The caption.
        public static func destructive(_ title: String) -> Choice { Choice(title: title, role: .destructive) }
    }

    /// The title.
    public var title: String
    /// The text below the title.
    public var text: String
    /// The buttons, in order.
    public var choices: [Choice]

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text below the title.
    ///   - choices: The buttons, in order.
    public init(_ title: String, _ text: String = "", choices: [Choice] = [.normal("OK")]) {
        self.title = title
        self.text = text
        self.choices = choices
    }
}
