import CIS
import Synchronization
import TestSupport

/// A sample scene on a manual clock, whose actions wait at gates of their own names.
@MainActor
final class PolicyFixture {
    let clock: TestClock
    let sample: SampleScene
    /// The steps of the actions.
    let recorder = Recorder<String>()
    private let log = EventLog()
    private let token: ObservationToken
    private var gates: [String: Gate] = [:]

    var runtime: SceneRuntime<Sample> { sample.runtime }

    init(clock: TestClock = TestClock()) {
        self.clock = clock
        sample = SampleScene(clock: clock)
        token = sample.runtime.attach(log)
    }

    /// The gate at which the action of this name waits.
    func gate(_ name: String) -> Gate {
        if let gate = gates[name] { return gate }
        let gate = Gate()
        gates[name] = gate
        return gate
    }

    /// An action that records its start, waits at its gate and records its end.
    func action(_ name: String, _ policy: ActionPolicy) -> Sample.Action {
        .perform(name, policy: policy) { [recorder, gate = gate(name)] _ in
            recorder.note("\(name) begins")
            await gate.pass()
            recorder.note("\(name) ends" + (Task.isCancelled ? ", cancelled" : ""))
        }
    }

    @discardableResult
    func execute(_ name: String, _ policy: ActionPolicy) -> Task<Void, Never> {
        runtime.execute(action(name, policy))
    }

    /// Resumes the action with this name, now or when it arrives at its gate.
    func open(_ names: String...) {
        for name in names { gate(name).open() }
    }

    /// The drops and cancellations of actions that a scene observer received, in order.
    var fates: [String] {
        log.events.compactMap { event in
            switch event.kind {
            case .dropped(.action, let action, let reason): "\(action) dropped: \(reason)"
            case .cancelled(let action, let reason): "\(action) cancelled: \(reason)"
            default: nil
            }
        }
    }

    /// Whether the library holds nothing of any action any more.
    var isEmpty: Bool { runtime.unfinishedActionCount == 0 && runtime.scheduledActionCount == 0 }
}

/// Suspends until the task is cancelled.
func cancellation() async {
    let waiting = LockedValue<(continuation: CheckedContinuation<Void, Never>?, isCancelled: Bool)>((nil, false))
    await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let isCancelled = waiting.withLock { waiting in
                if !waiting.isCancelled { waiting.continuation = continuation }
                return waiting.isCancelled
            }
            if isCancelled { continuation.resume() }
        }
    } onCancel: {
        waiting.withLock { waiting in
            waiting.isCancelled = true
            defer { waiting.continuation = nil }
            return waiting.continuation
        }?.resume()
    }
}
