import CISTesting
import SceneWeb
import Testing

@Suite("planned answers of a server for development") struct PlannedAnswersTests {
    @Test func `the answers come in their order, and the last one goes on`() async {
        let answers = PlannedAnswers([.error, .broken, .ok])
        var given: [PlannedAnswers.Kind] = []
        for number in 1...5 {
            let answer = await answers.next()
            #expect(answer.number == number)
            given.append(answer.kind)
        }
        #expect(given == [.error, .broken, .ok, .ok, .ok])
    }

    @Test func `without a plan every answer is as it should be`() async {
        #expect(await PlannedAnswers([]).next().kind == .ok)
    }

    @MainActor
    @Test func `a slow answer waits for three seconds of its clock`() async {
        let clock = ManualClock()
        let answers = PlannedAnswers([.slow], clock: clock)
        async let answer = answers.next()
        await clock.sleepers(1)
        await clock.advance(by: .seconds(3))
        #expect(await answer.kind == .slow)
    }

    @Test func `a list names its kinds, and an unknown kind is an error that names all of them`() throws {
        #expect(try PlannedAnswers.Kind.list("slow,ok") == [.slow, .ok])
        let error = #expect(throws: PlannedAnswers.UnknownAnswer.self) { try PlannedAnswers.Kind.list("ok,fast") }
        #expect(
            "\(try #require(error))"
                == "“fast” is not a kind of answer. Write some of ok, slow, error, broken, with commas between them.")
        #expect(throws: PlannedAnswers.UnknownAnswer.self) { try PlannedAnswers.Kind.list("") }
    }
}
