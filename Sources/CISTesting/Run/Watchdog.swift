internal import CIS
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns a test that hangs into one that fails with a message.
///
/// A net and no more: no outcome depends on it as long as a scene does anything at all. It counts seconds in which nothing has
/// happened in a run: no start, no end, no step, no call. A second counts only after tasks of every priority have gone to the
/// main actor and back two hundred times, so that a slow or busy machine does not end a run that still waits for its turn. After one such second it lets calls pass that wait for their turn
/// behind something that nobody accounts for. After twenty, or as many as `CIS_PATIENCE` in the environment says, it gives up.
@MainActor
package final class Watchdog {
    /// Whoever watches the runs that begin here. A task-local value, so that a test of it need not wait.
    @TaskLocal package static var current = Watchdog(isTimed: true)

    private struct Watched {
        let run: ScenarioRun
        var changes: Int
        var idleSeconds = 0
    }

    private var runs: [ObjectIdentifier: Watched] = [:]
    private var timer: (any DispatchSourceTimer)?
    private let isTimed: Bool
    /// The tasks that have not come back yet.
    private let away = LockedValue(0)
    private let patience = getenv("CIS_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 20

    /// Makes a watchdog.
    ///
    /// - Parameter isTimed: Whether it counts by itself. If not, a test calls ``tick()``.
    package nonisolated init(isTimed: Bool = false) {
        self.isTimed = isTimed
    }

    func watch(_ run: ScenarioRun) {
        runs[ObjectIdentifier(run)] = Watched(run: run, changes: run.tracker.changes)
        if isTimed, timer == nil { startTimer() }
    }

    func forget(_ run: ScenarioRun) {
        runs[ObjectIdentifier(run)] = nil
    }

    /// No test waits for this: it only ever ends what would not end.
    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { MainActor.assumeIsolated { self.second() } }
        timer.resume()
        self.timer = timer
    }

    /// A second has passed in which the main actor was free at least once.
    private func second() {
        guard !runs.isEmpty, away.withLock({ $0 }) == 0 else { return }
        tick()
        let priorities: [TaskPriority] = [.high, .medium, .low, .background]
        away.withLock { $0 = priorities.count }
        for priority in priorities {
            // Each time it stands behind everything that is ready to run: there, and on the main actor.
            Task.detached(priority: priority) { [away] in
                for _ in 0..<200 { await MainActor.run {} }
                away.withLock { $0 -= 1 }
            }
        }
    }

    /// Counts a second for each run in which nothing has happened since the last.
    package func tick() {
        for (id, watched) in runs {
            let changes = watched.run.tracker.changes
            guard changes == watched.changes else {
                runs[id] = Watched(run: watched.run, changes: changes)
                continue
            }
            runs[id]?.idleSeconds += 1
            if watched.idleSeconds == 0 { watched.run.tracker.letOthersPass() }
            if watched.idleSeconds + 1 == patience { watched.run.endHang(after: patience) }
        }
    }
}
