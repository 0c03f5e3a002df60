import CIS
import CISTesting
import Testing

/// A mistake that real scenes make, and the same scene without it.
struct Pair: Sendable, CustomTestStringConvertible {
    typealias Domain = ScriptedScene.State.DomainState
    typealias Body = @MainActor @Sendable (SceneTest<ScriptedFixture>, _ isRacy: Bool) async -> Void

    let name: String
    var faults: FaultInjection = []
    /// Whether the scene listens to the feed.
    var listens = false
    let body: Body

    init(_ name: String, injecting faults: FaultInjection = [], listens: Bool = false, _ body: @escaping Body) {
        self.name = name
        self.listens = listens
        self.faults = faults
        self.body = body
    }

    var testDescription: String { name }
}

/// What a fake server knows.
final class FakeServer: Sendable {
    private let lists = LockedValue<[String: [String]]>([:])

    func callAsFunction<Result: Sendable>(_ body: (inout [String: [String]]) -> Result) -> Result {
        lists.withLock { body(&$0) }
    }

    /// The elements of a list, joined.
    subscript(name: String) -> String { self { $0[name, default: []].joined(separator: " ") } }
}

extension Pair {
    static let all = [
        ofAnswers, ofChecks, ofRequests, ofTime, ofSources, ofTasks, ofFlows, ofParts, ofPolicies, ofOneAction,
        ofErrors, ofEdits, ofScenes, ofOutputs, ofBeginningAgain,
    ].flatMap { $0 }
}
