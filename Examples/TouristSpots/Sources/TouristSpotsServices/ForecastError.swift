import CISWorkers

/// TS-05, TS-10, D15: an answer that is an error, or cannot be read. The scene shows the description, which names the value and
/// the remedy.
package enum ForecastError: Error, Equatable, CustomStringConvertible {
    /// The answer has a `resultCode` other than 00.
    case refused(code: String, message: String)
    /// The answer is empty.
    case empty
    /// The answer has no spots.
    case noSpots
    /// The answer has another structure. The text says where.
    case unreadable(String)

    package var description: String {
        switch self {
        case .refused(let code, let message): "예보 서비스가 거절했습니다: \(code) \(message). \(Self.remedy(for: code))"
        case .empty: "예보 서비스의 응답이 비어 있습니다. \(Self.later)"
        case .noSpots: "지금은 예보가 있는 관광지가 없습니다. \(Self.later)"
        case .unreadable(let problem): "예보 서비스의 응답을 읽을 수 없습니다: \(problem). \(Self.later)"
        }
    }

    /// Returns the text that the user reads when a fetch has failed.
    static func text(of error: any Error) -> String {
        guard let error = error as? HTTPError else { return "\(error)" }
        return switch error.code {
        case .timedOut: "예보 서비스가 30초 안에 대답하지 않았습니다. \(later)"
        case .status: "예보 서비스가 상태 \(error.status ?? 0)(으)로 대답했습니다. \(later)"
        case .invalidRequest: "요청을 만들 수 없습니다. 서비스 키는 포털이 준 그대로, 퍼센트 인코딩된 것이어야 합니다."
        case .tooLarge: "예보 서비스의 응답이 너무 큽니다. \(later)"
        default: "예보 서비스에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요."
        }
    }

    private static let later = "잠시 뒤에 다시 시도해 주세요."

    /// Returns what the user can do, for the codes that the portal documents.
    private static func remedy(for code: String) -> String {
        switch code {
        case "03": "다른 시각에 다시 시도해 주세요."
        case "20", "21", "30", "31", "32", "33": "서비스 키를 확인해 주세요."
        case "22": "오늘의 요청 수를 다 썼습니다. 내일 다시 시도해 주세요."
        default: later
        }
    }
}
