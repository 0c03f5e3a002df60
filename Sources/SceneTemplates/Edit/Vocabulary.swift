/// An enumeration of a scene, whose values a part receives.
package enum Vocabulary: String, CaseIterable, Sendable {
    case action = "Action"
    case useCase = "UseCase"
    case mutation = "Mutation"

    var part: SceneComponent {
        switch self {
        case .action: .controller
        case .useCase: .interactor
        case .mutation: .store
        }
    }

    /// The function of the part that switches over the cases.
    var function: String {
        switch self {
        case .action: "handle"
        case .useCase: "perform"
        case .mutation: "mutate"
        }
    }
}
