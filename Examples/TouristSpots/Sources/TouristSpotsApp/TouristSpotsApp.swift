package import CIS
public import CISBridge
import CISInspector
import DevelopmentServer
import Foundation
public import TouristSpotsScenes
import TouristSpotsServices

/// The part that all front ends share: the scene with its service.
@MainActor package final class TouristSpotsApp {
    private let service: ForecastService
    private let server: DevelopmentServer?
    private let recording: URL?
    private var recorder: Recorder?

    /// - Throws: An error that is described by a sentence, if the development server cannot start.
    package init(_ options: Options) throws {
        recording = options.recording.map { URL(filePath: $0) }
        server = try options.answers.map { try DevelopmentServer($0) }
        guard let url = server?.url ?? URL(string: ForecastService.address) else { throw URLError(.badURL) }
        // The development server accepts any key, so the user's key is not sent to it.
        service = ForecastService(url, key: server == nil ? options.key : "development")
    }

    /// Creates a new screen.
    package func scene() -> SceneRuntime<TouristSpots> {
        let scene = TouristSpots.assemble(worker: service)
        recorder?.record(scene)
        return scene
    }

    /// Runs a front end, and records all screens that it creates, if there is a file for that.
    ///
    /// - Returns: The exit code of the front end.
    /// - Throws: What the front end throws, or an error that is described by a sentence, if the file cannot be written.
    package func recorded(during frontEnd: @MainActor () async throws -> Int32) async throws -> Int32 {
        try await Recorder.record(to: recording) { recorder in
            self.recorder = recorder
            return try await frontEnd()
        }
    }

    /// Returns the scene for hosts in other languages. Each session has a screen of its own.
    package func bridged() -> BridgedApp {
        BridgedApp { BridgedScene("touristSpots") { self.scene() } }
    }
}

extension TouristSpots: Bridged {
    /// The values that a host draws. While the page is open, the host receives it as a child.
    public struct Shown: Encodable, Sendable {
        let rows: [Row]
        let progress: Progress
        let failure: String?
    }

    /// Returns the state without the domain state.
    public static func view(of state: State) -> Shown {
        Shown(rows: state.rows, progress: state.progress, failure: state.failure)
    }

    /// The name of the scene in messages.
    public static var bridgedName: String { "touristSpots" }
}

extension EmptyPage: Bridged {
    /// Empty: the page shows nothing.
    public struct Shown: Encodable, Sendable {}
    /// Returns the same value for every state.
    public static func view(of state: State) -> Shown { Shown() }
    /// The name of the scene in messages.
    public static var bridgedName: String { "emptyPage" }
}
