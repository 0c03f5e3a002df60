package import Foundation
import SampleForecast
package import SceneWeb

/// A server on this machine that answers like the forecast service. Its answers can be wrong or slow on request. It is
/// for development and for tests, and needs no key and no network.
package final class DevelopmentServer: Sendable {
    /// The address of the service.
    package let url: URL
    private let server: WebServer

    /// - Parameters:
    ///   - answers: How the first, the second, … request is answered. An error is the XML with which the service refuses
    ///     unknown keys.
    ///   - clock: The clock that delays slow answers.
    /// - Throws: An error that is described by a sentence, if no port is free.
    package init(_ answers: [PlannedAnswers.Kind] = [], clock: any Clock<Duration> = ContinuousClock()) throws {
        let answers = PlannedAnswers(answers, clock: clock)
        server = try WebServer(port: 0) { request in
            let (number, answer) = await answers.next()
            return Self.response(to: request, number: number, answer)
        }
        guard let url = URL(string: "http://127.0.0.1:\(server.port)/1360000/TourStnInfoService1") else {
            throw URLError(.badURL)
        }
        self.url = url
    }

    private static func response(to request: WebRequest, number: Int, _ answer: PlannedAnswers.Kind) -> WebResponse {
        let needed = ["serviceKey", "pageNo", "numOfRows", "dataType", "CURRENT_DATE", "HOUR", "COURSE_ID"]
        guard request.method == "GET", request.path == "/1360000/TourStnInfoService1/getTourStnVilageFcst1" else {
            return .text("Nothing is here.", status: 404)
        }
        guard needed.allSatisfy({ request.query($0) != nil }) else {
            return xml("NO_MANDATORY_REQUEST_PARAMETERS_ERROR", code: 11)
        }
        let forecast = Forecast.json(hour: request.query("CURRENT_DATE") ?? "", number: number)
        return switch answer {
        case .ok, .slow: .json(forecast)
        case .error: xml("SERVICE_KEY_IS_NOT_REGISTERED_ERROR", code: 30)
        case .broken: .json(forecast.prefix(forecast.count / 2))
        }
    }

    /// An error in the format of the portal's gateway.
    private static func xml(_ message: String, code: Int) -> WebResponse {
        let text = """
            <OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>\
            <returnAuthMsg>\(message)</returnAuthMsg><returnReasonCode>\(code)</returnReasonCode>\
            </cmmMsgHeader></OpenAPI_ServiceResponse>
            """
        return .bytes(Data(text.utf8), type: "text/xml; charset=utf-8")
    }
}
