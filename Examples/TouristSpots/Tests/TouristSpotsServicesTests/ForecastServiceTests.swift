import CISWorkers
import Foundation
import Testing
import TouristSpotsServices

/// TS-05, TS-08 to TS-11: the requests to the service, and how its answers are read.
@MainActor @Suite struct ForecastServiceTests {
    private static let item = """
        {"tm": "2026-11-22 12:00", "thema": "문화/예술", "courseId": "1", "courseAreaId": "5013000000", \
        "courseAreaName": "서귀포시", "courseName": "예술이 있는 산책길", "spotAreaId": 5013000000, "spotAreaName": "서귀포시", \
        "spotName": "이중섭미술관", "th3": 9, "wd": 320, "ws": 3, "sky": 4, "rhm": 65, "pop": 30}
        """

    private static func answer(_ items: String..., code: String = "00", message: String = "NORMAL_SERVICE") -> String {
        """
        {"response": {"header": {"resultCode": "\(code)", "resultMsg": "\(message)"}, "body": {"dataType": "JSON", \
        "items": {"item": [\(items.joined(separator: ","))]}, "pageNo": 1, "numOfRows": 100, "totalCount": 1}}}
        """
    }

    /// Returns what the user reads after an answer.
    private func outcome(of answer: String) async throws -> String {
        try await ForecastService(Transport(answer)).outcome()
    }

    @Test func `TS-08 TS-09 the request has all parameters, and the key is not encoded a second time`() async throws {
        let transport = Transport(Self.answer(Self.item))
        #expect(try await ForecastService(transport).outcome() == "1 spots")
        let request = try #require(transport.requests.first)
        #expect(request.method == .get)
        #expect(
            request.url.absoluteString == ForecastService.address
                + "/getTourStnVilageFcst1?serviceKey=aB%2Bc%2F1%3D%3D&pageNo=1&numOfRows=100&dataType=JSON"
                + "&CURRENT_DATE=2026112213&HOUR=24&COURSE_ID=1")
    }

    @Test(arguments: [(1_795_359_600.0, "2026112300"), (1_795_359_599, "2026112223"), (1_798_729_200, "2027010100")])
    func `TS-09 the hour is that of Korea, also at midnight and at the end of a year`(
        time: TimeInterval, hour: String
    ) async throws {
        let transport = Transport(Self.answer())
        _ = try await ForecastService(transport, at: time).outcome()
        #expect(transport.requests.first?.url.query?.contains("CURRENT_DATE=\(hour)&") == true)
    }

    @Test func `TS-10 TS-11 the items are read, and what the app does not know is ignored`() async throws {
        #expect(try await outcome(of: Self.answer(Self.item, Self.item)) == "2 spots")
    }

    @Test(arguments: [
        ("30", "서비스 키를 확인해 주세요."), ("22", "오늘의 요청 수를 다 썼습니다. 내일 다시 시도해 주세요."),
        ("03", "다른 시각에 다시 시도해 주세요."), ("99", "잠시 뒤에 다시 시도해 주세요."),
    ])
    func `TS-10 a result code other than 00 is an error that says what to do`(code: String, remedy: String) async throws
    {
        let refused = "예보 서비스가 거절했습니다: \(code) SOME_ERROR. \(remedy)"
        #expect(try await outcome(of: Self.answer(code: code, message: "SOME_ERROR")) == refused)
        let headOnly = #"{"response": {"header": {"resultCode": "\#(code)", "resultMsg": "SOME_ERROR"}}}"#
        #expect(try await outcome(of: headOnly) == refused)
        let xml = """
            <OpenAPI_ServiceResponse> <cmmMsgHeader> <errMsg>SERVICE ERROR</errMsg>
            <returnAuthMsg>SOME_ERROR</returnAuthMsg> <returnReasonCode>\(code)</returnReasonCode>
            </cmmMsgHeader> </OpenAPI_ServiceResponse>
            """
        #expect(try await outcome(of: xml) == refused)
    }

    @Test(arguments: [
        (#""sky": 4"#, #""sky": "맑음""#, "response.body.items.item[1].sky은(는) Int이어야 하는데 “맑음”입니다"),
        (#""rhm": 65, "#, "", "response.body.items.item[1].rhm이(가) 없습니다"),
        (#""tm": "2026-11-22 12:00""#, #""tm": null"#, "response.body.items.item[1].tm은(는) String이어야 하는데 “null”입니다"),
    ])
    func `TS-05 TS-11 a value of another type fails everything, and the error names place and value`(
        value: String, other: String, problem: String
    ) async throws {
        let wrong = Self.item.replacingOccurrences(of: value, with: other)
        #expect(
            try await outcome(of: Self.answer(Self.item, wrong))
                == "예보 서비스의 응답을 읽을 수 없습니다: \(problem). 잠시 뒤에 다시 시도해 주세요.")
    }

    @Test func `TS-05 TS-10 an answer that is missing, broken or something else is an error with a remedy`()
        async throws
    {
        #expect(try await outcome(of: " \n") == "예보 서비스의 응답이 비어 있습니다. 잠시 뒤에 다시 시도해 주세요.")
        let half = String(Self.answer(Self.item).prefix(200))
        #expect(try await outcome(of: half).hasPrefix("예보 서비스의 응답을 읽을 수 없습니다: JSON이 아닙니다: “{\"response\""))
        #expect(try await outcome(of: "<html>점검 중</html>").contains("JSON이 아닙니다: “<html>점검 중</html>”. 잠시"))
        #expect(try await outcome(of: #"{"response": {}}"#).contains("response.header이(가) 없습니다"))
        let bodiless = #"{"response": {"header": {"resultCode": "00", "resultMsg": "NORMAL_SERVICE"}}}"#
        #expect(try await outcome(of: bodiless).contains("response.body이(가) 없습니다"))
        let textInstead = Self.answer().replacingOccurrences(of: #"{"item": []}"#, with: #""없음""#)
        #expect(try await outcome(of: textInstead).contains("response.body.items은(는)"))
    }

    @Test(arguments: [#"{"item": []}"#, #""""#])
    func `TS-05 TS-10 an answer without spots is a sentence of its own, and not an empty list`(items: String)
        async throws
    {
        let answer = Self.answer().replacingOccurrences(of: #"{"item": []}"#, with: items)
        #expect(try await outcome(of: answer) == "지금은 예보가 있는 관광지가 없습니다. 잠시 뒤에 다시 시도해 주세요.")
    }

    @Test(arguments: [
        (HTTPError(.notConnected), "예보 서비스에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요."),
        (HTTPError(.timedOut), "예보 서비스가 30초 안에 대답하지 않았습니다. 잠시 뒤에 다시 시도해 주세요."),
        (HTTPError(.tooLarge), "예보 서비스의 응답이 너무 큽니다. 잠시 뒤에 다시 시도해 주세요."),
    ])
    func `TS-05 what goes wrong on the way is an error with a remedy`(error: HTTPError, text: String) async throws {
        #expect(try await ForecastService(Transport { () throws(HTTPError) in throw error }).outcome() == text)
    }

    @Test(arguments: [199, 300, 404, 503]) func `TS-05 a status outside 200 to 299 is an error that names it`(
        status: Int
    ) async throws {
        let service = try ForecastService(Transport { HTTPResponse(status: status) })
        #expect(await service.outcome() == "예보 서비스가 상태 \(status)(으)로 대답했습니다. 잠시 뒤에 다시 시도해 주세요.")
    }

    @Test func `TS-08 a key that is not percent-encoded is an error that does not show it`() async throws {
        let service = try ForecastService(Transport(Self.answer()), key: "my key")
        #expect(await service.outcome() == "요청을 만들 수 없습니다. 서비스 키는 포털이 준 그대로, 퍼센트 인코딩된 것이어야 합니다.")
    }

    @Test(arguments: ["", String(repeating: "d", count: 100)])
    func `TS-08 the key is in no error, although the service repeats it`(rest: String) async throws {
        // With `rest`, the key is longer than the part of an answer that an error shows.
        let key = ForecastService.testKey + rest
        let decoded = "aB+c/1==" + rest
        for answer in [
            Self.answer(code: "30", message: "no \(key), no \(decoded)"), "<html>\(decoded)</html>",
            "not \(key)", Self.answer(#"{"tm": "", "thema": 1, "courseId": "\#(decoded)"}"#),
            Self.answer(Self.item.replacingOccurrences(of: "4", with: #""\#(key)""#)),
        ] {
            let service = try ForecastService(Transport(answer), key: key)
            do {
                _ = try await service.fetchSpots()
                Issue.record("\(answer) is an error")
            } catch {
                let shown = "\(error) \(String(reflecting: error)) \(service.text(of: error))"
                #expect(!shown.contains("aB"), "\(shown)")
            }
        }
        var dumped = ""
        dump(try ForecastService(Transport("")), to: &dumped)
        #expect(!dumped.contains("aB"))
    }
}
