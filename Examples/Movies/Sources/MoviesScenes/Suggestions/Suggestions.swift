public import CIS
public import MoviesDomain

/// MV-34: the recent queries, below the search field.
public enum Suggestions: SceneDefinition {
    /// What the scene needs from outside.
    public typealias Worker = any RecentQueriesRepository

    /// What the user or the front end can do.
    public enum Action: Sendable, Equatable {
        case appeared  // MV-34
        case rowTapped(MovieQuery)  // MV-35
    }

    /// The tasks of the business rules.
    public enum UseCase: Sendable, Equatable { case fetch }

    /// What can change or happen.
    public enum Mutation: Sendable, Equatable {
        case fetched([MovieQuery])
        case chosen(MovieQuery)
    }

    /// What the scene sends to its parent.
    public enum Output: Sendable, Equatable { case chosen(MovieQuery) }

    /// What the list shows.
    public struct State: SceneState, Equatable {
        /// The queries, the newest first.
        public internal(set) var items: [MovieQuery] = []
        /// Empty, because the rules need no facts.
        public internal(set) var domainState = DomainState()
        /// Empty.
        public struct DomainState: Sendable, Equatable {}

        /// Starts without queries.
        public init() {}
    }
}
