package import Foundation

/// TS-10: an answer in the shape of the service: the spots of one course, with keys that no app needs.
package enum Forecast {
    private static let spots = [
        ("서귀포시", "이중섭미술관"), ("서귀포시", "기당미술관"), ("서귀포시", "소암기념관"), ("서귀포시", "자구리해안"),
        ("서귀포시", "서복전시관"), ("서귀포시", "정방폭포"), ("서귀포시", "칠십리시공원"), ("서귀포시", "천지연폭포"),
    ]

    /// - Parameters:
    ///   - hour: `yyyyMMddHH`.
    ///   - number: The number of the request. The forecast depends on it, so that a refresh can be seen.
    package static func json(hour: String, number: Int) -> Data {
        let items = spots.enumerated().map { index, spot in
            """
            {"tm": "\(time(hour))", "thema": "문화/예술", "courseId": "1", "courseAreaId": "5013000000",
             "courseAreaName": "\(spot.0)", "courseName": "예술이 있는 산책길", "spotAreaId": 5013000000,
             "spotAreaName": "\(spot.0)", "spotName": "(\(spot.0)) \(spot.1)", "th3": \(9 + index % 4), "wd": 320, "ws": 3,
             "sky": \(1 + (number + index) % 4), "rhm": \(55 + (3 * number + 5 * index) % 40),
             "pop": \((10 * number + index) % 100)}
            """
        }
        let text = """
            {"response": {"header": {"resultCode": "00", "resultMsg": "NORMAL_SERVICE"}, "body": {"dataType": "JSON",
             "items": {"item": [\(items.joined(separator: ","))]}, "pageNo": 1, "numOfRows": 100, "totalCount": \(items.count)}}}
            """
        return Data(text.utf8)
    }

    /// An hour such as `2026112212` in the form that the service uses in an answer.
    private static func time(_ hour: String) -> String {
        guard hour.count == 10, hour.allSatisfy(\.isNumber) else { return hour }
        let digits = Array(hour).map(String.init)
        return
            "\(digits[0..<4].joined())-\(digits[4..<6].joined())-\(digits[6..<8].joined()) \(digits[8..<10].joined()):00"
    }
}
