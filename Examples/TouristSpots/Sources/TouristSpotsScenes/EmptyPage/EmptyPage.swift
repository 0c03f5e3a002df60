public import CIS

/// TS-07: a page without content, which can be closed.
public enum EmptyPage: SceneDefinition {
    /// What the user can do.
    public enum Action: Sendable, Equatable, Codable { case closeTapped }
    /// The only mutation. It changes nothing, and sends an ``Output``.
    public enum Mutation: Sendable, Equatable { case closed }
    /// What the page sends to its parent.
    public enum Output: Sendable, Equatable, Codable { case closed }

    /// Empty: the page shows nothing.
    public struct State: SceneState, Equatable, Codable {
        /// Creates the state.
        public init() {}
    }
}
