public import CISWorkers
public import Foundation
public import TouristSpotsScenes

/// TS-08, TS-09: fetches the forecast from the public data portal, or from a server that answers like it.
public final class ForecastService: TouristSpotsWorker {
    /// The address of the service at the portal.
    public static let address = "http://apis.data.go.kr/1360000/TourStnInfoService1"

    private let client: HTTPClient
    private let key: Secret<String>
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - url: The address of the service.
    ///   - key: The service key as the portal gives it out: already percent-encoded. No log and no error contains it.
    ///   - transport: Sends the requests.
    ///   - clock: The clock for the 30 seconds that an answer may take.
    ///   - now: The current time.
    public init(
        _ url: URL, key: String, transport: any HTTPTransport = HTTPClient.defaultTransport(),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        client = HTTPClient(HTTPConfiguration(baseURL: url), transport: transport, clock: clock)
        self.key = Secret(key)
        self.now = now
    }

    /// TS-08: fetches all spots at once. TS-10: a refused request has status 200, too, so the answer is examined here.
    @concurrent public func fetchSpots() async throws -> [TouristSpot] {
        let response = try await client.send(Endpoint(.get, "getTourStnVilageFcst1", query: query, decoder: .response))
        return try ForecastAnswer.spots(in: response.body, key: key.wrappedValue)
    }

    /// TS-05: describes the error, and what the user can do.
    @MainActor public func text(of error: any Error) -> String { ForecastError.text(of: error) }

    private var query: HTTPQuery {
        var query = HTTPQuery()
        query.append(encoded: "serviceKey", key.wrappedValue)  // TS-08: not encoded a second time
        query.append("pageNo", 1)
        query.append("numOfRows", 100)
        query.append("dataType", "JSON")
        query.append("CURRENT_DATE", Self.hour(of: now()))
        query.append("HOUR", 24)
        query.append("COURSE_ID", 1)
        return query
    }

    /// TS-09: the hour as `yyyyMMddHH`, in the time zone of Korea.
    private static func hour(of date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 9 * 3600)
        format.dateFormat = "yyyyMMddHH"
        return format.string(from: date)
    }
}
