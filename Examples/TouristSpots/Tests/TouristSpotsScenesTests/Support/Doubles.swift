import CIS
import CISTesting
import Foundation
import Synchronization
import TouristSpotsScenes

/// The list and the page that covers it, as a front end uses them.
struct Spots: SceneFixture {
    static let feature = "Tourist spots"
    let worker = TouristSpotsDouble()

    func assemble(_ state: TouristSpots.State) -> SceneRuntime<TouristSpots> {
        TouristSpots.assemble(state, worker: worker)
    }
}

/// The worker of ``TouristSpots``. Each fetch finds one more spot than the one before.
@MainActor final class TouristSpotsDouble: TouristSpotsWorker {
    /// The stub, which is called with the number of the fetch.
    let fetching = ThrowingStub<Int, [TouristSpot]>(.compute { .sample($0) })
    private let count = Count()

    @concurrent func fetchSpots() async throws -> [TouristSpot] { try await fetching(count.next()) }
    func text(of error: any Error) -> String { "\(error)" }
}

/// Counts from 1, on any thread.
private final class Count: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}

/// An error of the service.
struct Offline: Error, CustomStringConvertible {
    var description: String { "서버에 연결할 수 없습니다." }
}

extension [TouristSpot] {
    /// Returns a number of spots, named by their position.
    static func sample(_ count: Int, sky: Int = 4) -> [TouristSpot] {
        (0..<count).compactMap {
            try? JSONDecoder().decode(TouristSpot.self, from: Data(json(spot: "곳 \($0)", sky: sky).utf8))
        }
    }

    private static func json(spot: String, sky: Int) -> String {
        """
        {"tm": "2026-11-22 12:00", "thema": "문화/예술", "courseId": "1", "courseAreaId": "5013000000", \
        "courseAreaName": "서귀포시", "courseName": "예술이 있는 산책길", "spotAreaId": 1111051500, "spotAreaName": "서귀포", \
        "spotName": "\(spot)", "sky": \(sky), "rhm": 65, "pop": 30, "th3": 21, "wd": 90, "ws": 2}
        """
    }
}
