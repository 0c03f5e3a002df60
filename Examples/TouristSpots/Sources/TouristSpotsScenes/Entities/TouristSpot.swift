/// TS-11: the forecast for one spot of a course. If a key is missing or its value has another type, the whole answer cannot be
/// decoded. Other keys are ignored. Front ends read only the four texts of ``TouristSpots/Row``.
public struct TouristSpot: Sendable, Equatable, Decodable {
    private let tm, thema, courseId, courseAreaId, courseAreaName, courseName, spotAreaName, spotName: String
    private let spotAreaId, sky, rhm, pop: Int
}

extension TouristSpots {
    /// TS-06: one row of the list, as the texts that a front end draws below each other.
    public struct Row: Sendable, Equatable, Identifiable, Codable {
        /// The position in the answer. The service gives a spot no unique id, and lists it once for each hour.
        public let id: Int
        /// The name of the course.
        public let course: String
        /// The name of the spot.
        public let spot: String
        /// The sky as a symbol and a word. Empty for a code that the service does not document.
        public let sky: String
        /// The time of the observation, and the theme of the course.
        public let details: String
        /// The forecast, with the numbers of the service.
        public let forecast: String
    }
}

extension TouristSpot {
    /// TS-12: the store shows entities as rows.
    func row(at position: Int) -> TouristSpots.Row {
        TouristSpots.Row(
            id: position, course: courseName, spot: spotName, sky: Wording.sky(sky),
            details: Wording.details(time: tm, theme: thema),
            forecast: Wording.forecast(sky: sky, humidity: rhm, rain: pop))
    }
}
