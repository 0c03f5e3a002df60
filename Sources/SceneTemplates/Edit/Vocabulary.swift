/// An enumeration of a scene, whose values a part receives.
enum Vocabulary: String, CaseIterable {
    case action = "Action"
    case useCase = "UseCase"
    case mutation = "Mutation"

    /// The part that receives its values, and the function that switches over them.
    var receiver: (part: SceneComponent, function: String) {
        switch self {
        case .action: (.controller, "handle")
        case .useCase: (.interactor, "perform")
        case .mutation: (.store, "mutate")
        }
    }
}
