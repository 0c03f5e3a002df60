public import CIS

/// The list of spots with their forecast, and a page that can cover it.
public enum TouristSpots: SceneDefinition {
    /// What the scene needs from outside.
    public typealias Worker = any TouristSpotsWorker

    /// What the user, the front end or the covering page can do.
    public enum Action: Sendable, Equatable, Codable {
        case appeared  // TS-02: sent once by the front end; after a covering page has closed, by the scene itself
        case refreshPulled  // TS-02, TS-03
        case retryTapped  // TS-05 as decided in D15
        case emptyPageTapped  // TS-07
        case emptyPageClosed  // an output of the page
        case closeTapped  // TS-07
    }

    /// The task of the business rules.
    public enum UseCase: Sendable, Equatable { case fetch(isPulled: Bool) }

    /// What can change or happen.
    public enum Mutation: Sendable, Equatable {
        case fetchStarted(isPulled: Bool)
        case fetched([TouristSpot])
        case fetchFailed(String)
        case fetchCancelled
        case emptyPagePresented
        case emptyPageDismissed
        case closed
    }

    /// TS-07: what the scene sends to its caller.
    public enum Output: Sendable, Equatable, Codable { case closed }

    /// TS-03: where the progress of a fetch is shown.
    public enum Progress: String, Sendable, Codable {
        case none
        /// In the control that was pulled.
        case pulled
        /// In the large indicator in the centre.
        case centred
    }

    /// What the screen shows, and the facts for the rules.
    public struct State: SceneState, Equatable, Codable {
        /// TS-03: the rows. They stay visible until others replace them.
        public internal(set) var rows: [Row] = []
        /// Whether a fetch is in progress, and where to show it.
        public internal(set) var progress = Progress.none
        /// D15: the reason why the last fetch failed. It is shown with a button that tries again.
        public internal(set) var failure: String?
        /// The ``EmptyPage`` that covers everything else, if there is one.
        public internal(set) var emptyPage = Presented<EmptyPage.State>()
        /// What the interactor may read.
        public internal(set) var domainState = DomainState()

        /// The facts for the rules.
        public struct DomainState: Sendable, Equatable {
            /// The number of fetches that have started. The newest has this number.
            public internal(set) var fetches = 0
        }

        /// Creates a state without rows.
        public init() {}

        // A restored scene fetches nothing, so it shows no progress.
        private enum CodingKeys: CodingKey { case rows, failure, emptyPage }
    }
}
