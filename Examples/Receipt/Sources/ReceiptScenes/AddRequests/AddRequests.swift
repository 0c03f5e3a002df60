public import CIS

/// The pushed screen: add a remark and ask for the quotation.
public enum AddRequests: SceneDefinition {
    public enum Action: Sendable {
        case textChanged(String)  // AR-01
        case requestTapped  // AR-02
    }

    public enum UseCase: Sendable { case requestQuotation }

    public enum Mutation: Sendable {
        case requestsChanged(String)
        case quotationRequested
        case quotationFailed(String)
    }

    /// AR-03: what this scene tells its parent.
    public enum Output: Sendable, Equatable { case quotationRequestSucceeded(message: String) }

    public struct State: SceneState, Equatable {
        public internal(set) var requestsText = ""
        public internal(set) var message = ""
        public internal(set) var domainState: DomainState

        public struct DomainState: Sendable, Equatable {
            public let receiptImageUploadUrlObjectKeys: [String]
            public internal(set) var requests = ""
        }

        public init(receiptImageUploadUrlObjectKeys: [String]) {
            domainState = DomainState(receiptImageUploadUrlObjectKeys: receiptImageUploadUrlObjectKeys)
        }
    }
}
