import CIS
import TestSupport
import Testing

/// H1 of the article MigratingFromCleanSwift: `Task { await self?.execute(action) }` from a nonisolated function. Actions
/// overtook each other.
@MainActor
@Suite struct `H1 action order` {
    private let sample = SampleScene()
    /// With the published code, every eighth burst was out of order.
    private let bursts = repetitions(2_000, atLeast: fewerWhenSanitized(200))
    private let perBurst = 5

    /// The expected result of each burst.
    private func expected() -> [String] {
        (0..<bursts).flatMap { burst in (0..<perBurst).map { "\(burst).\($0)" } }
    }

    @Test func `bursts of actions start in order`() async {
        for burst in 0..<bursts {
            for number in 0..<perBurst { sample.runtime.execute(.mutate(.append("\(burst).\(number)"))) }
        }
        await startsOfActions()
        let isInOrder = sample.runtime.state.log == expected()
        #expect(isInOrder)
    }

    @Test func `bursts of actions start in order where none can start in place`() async {
        sample.runtime.deferEveryStart()
        for burst in 0..<bursts {
            for number in 0..<perBurst { sample.runtime.execute(.mutate(.append("\(burst).\(number)"))) }
        }
        await mainActorJobsBehind()
        let isInOrder = sample.runtime.state.log == expected()
        #expect(isInOrder)
    }

    @Test func `bursts of actions posted off the main actor start in order`() async {
        let (bursts, perBurst) = (bursts, perBurst)
        let runtime = sample.runtime
        await Task.detached {
            for burst in 0..<bursts {
                for number in 0..<perBurst { runtime.post(.mutate(.append("\(burst).\(number)"))) }
            }
        }.value
        await mainActorJobsBehind()
        let isInOrder = sample.runtime.state.log == expected()
        #expect(isInOrder)
    }
}
