package import Foundation
import SceneWeb
import Synchronization

/// A server on this machine that answers like the forecast service, or not as it should. For development and for tests: it
/// needs no key and no network.
package final class DevelopmentServer: Sendable {
    /// How a request is answered.
    package enum Answer: String, CaseIterable, Sendable {
        /// With the forecast.
        case ok
        /// With the forecast, after three seconds.
        case slow
        /// With the XML that the service refuses unknown keys with.
        case error
        /// With a forecast that breaks off.
        case broken
    }

    /// Where the service is.
    package let url: URL
    private let server: WebServer

    /// - Parameters:
    ///   - answers: How the first, the second, … request is answered. The last one goes on. None counts as `ok`.
    ///   - clock: What slow answers go by.
    /// - Throws: An error with a sentence, if no port is free.
    package init(_ answers: [Answer] = [.ok], clock: any Clock<Duration> = ContinuousClock()) throws {
        let counter = Counter()
        server = try WebServer(port: 0) { request in
            let number = counter.next()
            let answer = answers.isEmpty ? .ok : answers[min(number, answers.count) - 1]
            if answer == .slow { try? await clock.sleep(for: .seconds(3)) }
            return Self.response(to: request, number: number, answer)
        }
        guard let url = URL(string: "http://127.0.0.1:\(server.port)/1360000/TourStnInfoService1") else {
            throw URLError(.badURL)
        }
        self.url = url
    }

    private static func response(to request: WebRequest, number: Int, _ answer: Answer) -> WebResponse {
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

    /// As the portal's gateway words it.
    private static func xml(_ message: String, code: Int) -> WebResponse {
        let text = """
            <OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>\
            <returnAuthMsg>\(message)</returnAuthMsg><returnReasonCode>\(code)</returnReasonCode>\
            </cmmMsgHeader></OpenAPI_ServiceResponse>
            """
        return .bytes(Data(text.utf8), type: "text/xml; charset=utf-8")
    }
}

/// Counts from 1, on any thread.
private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
