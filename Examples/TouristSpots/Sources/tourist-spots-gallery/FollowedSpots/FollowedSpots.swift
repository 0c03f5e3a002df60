import CIS
import CISBridge
import TouristSpotsApp
import TouristSpotsScenes

/// What a page opens: it shows the states of a scene that others show, too, and passes its actions on to it. It ends with the
/// page, and the scene that it follows does not.
enum FollowedSpots: SceneDefinition {
    typealias Worker = SceneRuntime<TouristSpots>
    typealias Action = TouristSpots.Action
    typealias State = TouristSpots.State
    typealias Output = TouristSpots.Output

    /// What the other scene is asked for.
    enum UseCase: Sendable, Equatable { case pass(Action) }

    /// What the other scene has done.
    enum Mutation: Sendable, Equatable {
        case changed(State)
        case closed
    }
}

extension FollowedSpots: Bridged {
    static func view(of state: State) -> TouristSpots.Shown { TouristSpots.view(of: state) }
}
