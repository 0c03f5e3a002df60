import CIS
import Synchronization
import TestSupport

/// A worker whose job ignores cancellation, although the call that waits for it does not.
final class UncancellableWorker: Sendable {
    /// The gate at which the job waits.
    let job = Gate()
    /// Reached when the job is done.
    let end = Gate()
    private let caller = LockedValue<CheckedContinuation<Void, Never>?>(nil)

    /// Returns when the job is done or the caller was cancelled. The job continues in any case.
    func load() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                caller.withLock { $0 = continuation }
                Task.detached { [job, end, weak self] in
                    await job.pass()
                    self?.returnToCaller()
                    end.open()
                    await end.pass()
                }
            }
        } onCancel: {
            returnToCaller()
        }
    }

    private func returnToCaller() {
        caller.withLock { caller in
            defer { caller = nil }
            return caller
        }?.resume()
    }
}

/// A worker that sends outputs to the parent.
@MainActor
final class OutputWorker {
    private let outputs: OutputPort<Sample.Output>
    private let probe: LifetimeProbe
    private(set) var told = 0

    init(outputs: OutputPort<Sample.Output>, probe: LifetimeProbe) {
        self.outputs = outputs
        self.probe = probe
    }

    func tell() {
        told += 1
        outputs.send(.told("\(told)"))
    }
}

/// A view that owns its scene and shows the count.
@MainActor
final class SampleView {
    private let runtime: SceneRuntime<Sample>?
    private let probe: LifetimeProbe?
    private(set) var shown = 0

    init(_ runtime: SceneRuntime<Sample>?, probe: LifetimeProbe? = nil) {
        self.runtime = runtime
        self.probe = probe
        runtime?.observe(\.count, on: self) { view, count in view.shown = count }
    }
}
