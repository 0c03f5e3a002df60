import CIS
import CISBridge
import TouristSpotsApp
import TouristSpotsScenes

/// The scene of a page. It shows the states of another scene, which other front ends show, too, and passes its actions on to
/// that scene. It ends with the page; the followed scene does not.
enum FollowedSpots: SceneDefinition {
    typealias Worker = SceneRuntime<TouristSpots>
    typealias Action = TouristSpots.Action
    typealias State = TouristSpots.State
    typealias Output = TouristSpots.Output

    /// Passes an action on to the followed scene.
    enum UseCase: Sendable, Equatable { case pass(Action) }

    /// A change of the followed scene.
    enum Mutation: Sendable, Equatable {
        case changed(State)
        case closed
    }
}

extension FollowedSpots: Bridged {
    static func view(of state: State) -> TouristSpots.Shown { TouristSpots.view(of: state) }
}
