public import CIS

/// The pushed screen: add a remark and ask for the quotation.
public enum AddRequests: SceneDefinition {
    /// What the scene needs from outside.
    public typealias Worker = any AddRequestsWorker

    /// What the user can do.
    public enum Action: Sendable {
        case textChanged(String)  // AR-01
        case requestTapped  // AR-02
    }

    /// What the business rules are asked for.
    public enum UseCase: Sendable { case requestQuotation }

    /// What can change, and what follows from it.
    public enum Mutation: Sendable {
        case requestsChanged(String)
        case quotationRequested
        case quotationFailed(String)
    }

    /// AR-03: what this scene tells its parent.
    public enum Output: Sendable, Equatable { case quotationRequestSucceeded(message: String) }

    /// What the screen shows, and what the rules know.
    public struct State: SceneState, Equatable {
        /// In the label: why the last request that failed did.
        public internal(set) var message = ""
        /// What the interactor may read.
        public internal(set) var domainState: DomainState

        /// What a request is made of.
        public struct DomainState: Sendable, Equatable {
            /// Of the uploaded images, in their order.
            public let receiptImageUploadUrlObjectKeys: [String]
            /// The remark; may be empty.
            public internal(set) var requests = ""
        }

        /// AR-07: the parent hands over the keys it has.
        public init(receiptImageUploadUrlObjectKeys: [String]) {
            domainState = DomainState(receiptImageUploadUrlObjectKeys: receiptImageUploadUrlObjectKeys)
        }

        /// In the text field.
        public var requestsText: String { domainState.requests }
    }
}
