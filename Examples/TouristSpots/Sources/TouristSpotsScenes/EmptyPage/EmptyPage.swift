public import CIS

/// TS-07: a page without content, which can be closed.
public enum EmptyPage: SceneDefinition {
    /// What the user can do.
    public enum Action: Sendable, Equatable, Codable { case closeTapped }
    /// What can change: nothing here; see ``Output``.
    public enum Mutation: Sendable, Equatable { case closed }
    /// What the page tells its parent.
    public enum Output: Sendable, Equatable, Codable { case closed }

    /// Nothing.
    public struct State: SceneState, Equatable, Codable {
        /// Nothing.
        public internal(set) var domainState = DomainState()
        /// Nothing.
        public struct DomainState: Sendable, Equatable, Codable {}
        /// The only one there is.
        public init() {}
    }
}
