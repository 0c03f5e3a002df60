/// How an action relates to other actions of its scene that are already running.
///
/// A controller declares it in ``Controller/policy(for:)``.
public struct ActionPolicy: Sendable, Hashable {
    /// Starts at once, beside whatever is running.
    public static let concurrent = ActionPolicy()
}
