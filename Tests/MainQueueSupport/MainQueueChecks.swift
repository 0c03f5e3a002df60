import CIS
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The guarantees G1, G5 and G7 for plain blocks of the main queue, such as those of timers and of
/// `DispatchQueue.main.async`. If a thread other than the main one serves the queue, no task can start in place from
/// such a block.
@MainActor
package struct MainQueueChecks {
    /// The origin of the block.
    package enum Origin: String, CaseIterable, Sendable {
        case block, timer, source, signal
    }

    /// What went wrong, in sentences.
    package private(set) var failures: [String] = []
    private let origin: Origin

    package init(from origin: Origin) {
        self.origin = origin
    }

    /// Makes all checks, each with a scene of its own.
    package mutating func run() async {
        await order()
        await cancellation()
        await stop()
        await completion()
        await nesting()
        await policies()
    }

    // MARK: Checks

    private mutating func order() async {
        let world = QueueFixture()
        await inBlock {
            // This job is queued before the first action is executed, so it runs before the action can begin.
            Task { @MainActor in world.execute("2") }
            world.execute("1")
        }
        await world.finish()
        expect(world.begun == ["1", "2"], "G1: began as \(world.begun)")
        await inBlock { for number in 3...6 { world.execute("\(number)") } }
        await world.finish()
        expect(world.begun == ["1", "2", "3", "4", "5", "6"], "G1: began as \(world.begun)")
    }

    private mutating func cancellation() async {
        let world = QueueFixture()
        await inBlock {
            world.execute("cancelled").cancel()
            world.execute("next")
        }
        await world.finish()
        expect(world.begun == ["next"], "G5: after a cancellation began \(world.begun)")
        expect(world.dropped == ["cancelled: cancelledBeforeStart"], "G5: dropped \(world.dropped)")
    }

    private mutating func stop() async {
        let world = QueueFixture()
        await inBlock {
            world.execute("before")
            world.scene.stop()
            world.execute("after")
        }
        await world.finish()
        expect(world.begun.isEmpty, "G7: after a stop began \(world.begun)")
        expect(world.dropped.sorted() == ["after: stopped", "before: cancelledBeforeStart"], "G7: \(world.dropped)")
    }

    private mutating func completion() async {
        let world = QueueFixture()
        await inBlock { world.execute("one") { $0.execute(1) } }
        await world.finish()
        expect(world.scene.state.count == 1 && world.scene.unfinishedActionCount == 0, "G5: unfinished work")
    }

    private mutating func nesting() async {
        let world = QueueFixture()
        await inBlock {
            world.execute("outer") { _ in
                world.execute("inner")
                world.note("outer goes on")
            }
        }
        await world.finish()
        expect(world.begun == ["outer", "outer goes on", "inner"], "G1: began as \(world.begun)")
    }

    private mutating func policies() async {
        let world = QueueFixture()
        await inBlock { for number in 1...3 { world.execute("\(number)", policy: .serial) } }
        await world.finish()
        expect(world.begun == ["1", "2", "3"], "G1: serial actions began as \(world.begun)")
        expect(world.scene.scheduledActionCount == 0, "G1: a policy keeps what has ended")
    }

    private mutating func expect(_ isKept: Bool, _ failure: @autoclosure () -> String) {
        if !isKept { failures.append("\(origin): \(failure())") }
    }

    // MARK: Blocks

    /// Runs the body in a plain block of the main queue.
    private func inBlock(_ body: @escaping @MainActor @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            let block: @Sendable () -> Void = {
                MainActor.assumeIsolated(body)
                done.resume()
            }
            switch origin {
            case .block: DispatchQueue.main.async(execute: block)
            case .timer:
                let timer = DispatchSource.makeTimerSource(queue: .main)
                timer.schedule(deadline: .now())
                activate(timer, once: block)
            case .source:
                let source = DispatchSource.makeUserDataAddSource(queue: .main)
                activate(source, once: block)
                source.add(data: 1)
            case .signal:
                #if canImport(Darwin)
                // Here a source does not prevent the signal from ending the program. On Linux it does, but only if the signal is
                // not ignored.
                _ = signal(SIGUSR1, SIG_IGN)
                #endif
                let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
                source.setRegistrationHandler { kill(getpid(), SIGUSR1) }
                activate(source, once: block)
            }
        }
    }

    private func activate(_ source: any DispatchSourceProtocol, once block: @escaping @Sendable () -> Void) {
        nonisolated(unsafe) let source = source  // Held by its handler until that has run; used on the main queue only.
        source.setEventHandler {
            guard !source.isCancelled else { return }
            source.cancel()
            block()
        }
        source.activate()
    }
}
