/// Shows short messages to the user: what a front end implements, and a scene's worker uses.
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
/// In a test it is a stub of two functions.
@MainActor
public protocol MessagePresenter: AnyObject, Sendable {
    /// Shows a message that goes away by itself.
    ///
    /// - Parameter toast: The message.
    func show(_ toast: ToastMessage)

    /// Shows a message that waits for the user, and returns when it has gone.
    ///
    /// An implementation takes the message away when the task is cancelled.
    ///
    /// - Parameter alert: The message.
    /// - Returns: What the user chose; `nil` if the message went away without a choice.
    func ask(_ alert: AlertMessage) async -> AlertMessage.Choice?
}

/// A message that goes away by itself.
public struct ToastMessage: Sendable, Hashable {
    /// The text.
    public var text: String
    /// How long it is shown.
    public var duration: Duration

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - duration: How long it is shown.
    public init(_ text: String, for duration: Duration = .seconds(2)) {
        self.text = text
        self.duration = duration
    }
}

/// A message that waits for the user.
public struct AlertMessage: Sendable, Hashable {
    /// A button.
    public struct Choice: Sendable, Hashable {
        /// What kind of button it is; front ends draw them differently.
        public enum Role: Sendable, Hashable {
            /// One among others.
            case normal
            /// Goes back, without any change.
            case cancel
            /// Destroys something.
            case destructive
        }

        /// The caption.
        public var title: String
        /// What kind of button it is.
        public var role: Role

        /// A button as any other.
        ///
        /// - Parameter title: The caption.
        /// - Returns: The button.
        public static func normal(_ title: String) -> Choice { Choice(title: title, role: .normal) }

        /// A button that goes back.
        ///
        /// - Parameter title: The caption.
        /// - Returns: The button.
        public static func cancel(_ title: String) -> Choice { Choice(title: title, role: .cancel) }

        /// A button that destroys something.
        ///
        /// - Parameter title: The caption.
        /// - Returns: The button.
        public static func destructive(_ title: String) -> Choice { Choice(title: title, role: .destructive) }
    }

    /// The title.
    public var title: String
    /// The text under it.
    public var text: String
    /// The buttons, in order.
    public var choices: [Choice]

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text under it.
    ///   - choices: The buttons, in order.
    public init(_ title: String, _ text: String = "", choices: [Choice] = [.normal("OK")]) {
        self.title = title
        self.text = text
        self.choices = choices
    }
}
