package import CIS
public import CISBridge
import DevelopmentServer
import Foundation
public import TouristSpotsScenes
import TouristSpotsServices

/// What all front ends share: the scene over its service.
@MainActor package final class TouristSpotsApp {
    private let service: ForecastService
    private let server: DevelopmentServer?

    /// - Throws: An error with a sentence, if the development server cannot start.
    package init(_ options: Options) throws {
        server = try options.answers.map { try DevelopmentServer($0) }
        guard let url = server?.url ?? URL(string: ForecastService.address) else { throw URLError(.badURL) }
        // The development server takes any key; the user's own is not for it.
        service = ForecastService(url, key: server == nil ? options.key : "development")
    }

    /// A new screen.
    package func scene() -> SceneRuntime<TouristSpots> { TouristSpots.assemble(worker: service) }

    /// The scene for hosts of other languages. Each session has a screen of its own.
    package func bridged() -> BridgedApp {
        BridgedApp { BridgedScene("touristSpots") { self.scene() } }
    }
}

extension TouristSpots: Bridged {
    /// What a host draws. The page comes by itself, as a child, while it is open.
    public struct Shown: Encodable, Sendable {
        let rows: [Row]
        let progress: Progress
        let failure: String?
    }

    /// Without what the rules decide by.
    public static func view(of state: State) -> Shown {
        Shown(rows: state.rows, progress: state.progress, failure: state.failure)
    }

    /// As in the messages.
    public static var bridgedName: String { "touristSpots" }
}

extension EmptyPage: Bridged {
    /// Nothing.
    public struct Shown: Encodable, Sendable {}
    /// Nothing, of any state.
    public static func view(of state: State) -> Shown { Shown() }
    /// As in the messages.
    public static var bridgedName: String { "emptyPage" }
}
