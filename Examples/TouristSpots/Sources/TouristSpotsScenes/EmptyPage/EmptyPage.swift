public import CIS

/// TS-07: a page without content, which can be closed.
public enum EmptyPage: SceneDefinition {
    /// What the user can do.
    public enum Action: Sendable, Equatable, Codable { case closeTapped }
    /// Its only mutation changes nothing, and is followed by an ``Output``.
    public enum Mutation: Sendable, Equatable { case closed }
    /// What the page tells its parent.
    public enum Output: Sendable, Equatable, Codable { case closed }

    /// Empty: the page shows nothing.
    public struct State: SceneState, Equatable, Codable {
        /// Empty.
        public internal(set) var domainState = DomainState()
        /// Empty.
        public struct DomainState: Sendable, Equatable, Codable {}
        /// Creates the only state there is.
        public init() {}
    }
}
