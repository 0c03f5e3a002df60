package import CIS

/// The pushed screen: add a remark and ask for the quotation.
package enum AddRequests: SceneDefinition {
    package typealias Worker = any AddRequestsWorker

    package enum Action: Sendable {
        case textChanged(String)  // AR-01, no `FormFields`: it would only wrap the one text
        case requestTapped  // AR-02
    }

    package enum UseCase: Sendable { case requestQuotation }

    package enum Mutation: Sendable { case requestsChanged(String), quotationRequested, quotationFailed(String) }

    package enum Output: Sendable, Equatable { case quotationRequestSucceeded(message: String) }  // AR-03

    package struct State: SceneState, Equatable {
        /// AR-04: the error of the last failed request. Each is announced, also if it is the same again.
        package internal(set) var failure = Pulse("")
        package internal(set) var domainState: DomainState

        /// What a request consists of.
        package struct DomainState: Sendable, Equatable {
            package let receiptImageUploadUrlObjectKeys: [String]
            package internal(set) var requests = ""
        }

        /// AR-07: the parent passes the keys it has.
        package init(receiptImageUploadUrlObjectKeys: [String]) {
            domainState = DomainState(receiptImageUploadUrlObjectKeys: receiptImageUploadUrlObjectKeys)
        }

        package var requestsText: String { domainState.requests }
        package var message: String { failure.value }
    }
}
