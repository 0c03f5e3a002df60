import CISTesting
import DevelopmentServer
import Testing
import TouristSpotsServices

/// The service together with the development server and a real transport: TS-05, TS-08 to TS-10, TS-14.
@MainActor @Suite struct DevelopmentServerTests {
    @Test func `TS-08 TS-10 the development server has a forecast`() async throws {
        let server = try DevelopmentServer()
        let service = ForecastService(server.url, key: "any")
        #expect(await service.outcome() == "8 spots")
    }

    @Test func `TS-05 TS-10 each request is answered as asked for, and the last answer goes on`() async throws {
        let server = try DevelopmentServer([.error, .broken, .ok])
        let service = ForecastService(server.url, key: "any")
        #expect(
            await service.outcome() == "예보 서비스가 거절했습니다: 30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR. 서비스 키를 확인해 주세요.")
        #expect(await service.outcome().hasPrefix("예보 서비스의 응답을 읽을 수 없습니다: JSON이 아닙니다"))
        #expect(await service.outcome() == "8 spots")
        #expect(await service.outcome() == "8 spots")
    }

    @Test func `a slow answer takes three seconds`() async throws {
        let clock = ManualClock()
        let server = try DevelopmentServer([.slow], clock: clock)
        let service = ForecastService(server.url, key: "any")
        let outcome = Task { await service.outcome() }
        await clock.sleepers(1)
        await clock.advance(by: .seconds(3))
        #expect(await outcome.value == "8 spots")
    }
}
