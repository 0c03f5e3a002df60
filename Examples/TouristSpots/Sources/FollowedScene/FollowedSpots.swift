package import CIS
import CISBridge
package import TouristSpotsApp
package import TouristSpotsScenes

/// The scene of a page. It shows the states of another scene, which other front ends show, too, and passes its actions on to
/// that scene. It ends with the page; the followed scene does not.
package enum FollowedSpots: SceneDefinition {
    package typealias Worker = SceneRuntime<TouristSpots>
    package typealias Action = TouristSpots.Action
    package typealias State = TouristSpots.State
    package typealias Output = TouristSpots.Output

    /// Passes an action on to the followed scene.
    package enum UseCase: Sendable, Equatable { case pass(Action) }

    /// A change of the followed scene.
    package enum Mutation: Sendable, Equatable {
        case changed(State)
        case closed
    }
}

extension FollowedSpots: Bridged {
    package static func view(of state: State) -> TouristSpots.Shown { TouristSpots.view(of: state) }
}
