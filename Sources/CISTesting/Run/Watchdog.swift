internal import CIS
import Dispatch

/// Ends a test that hangs, with a message.
///
/// It counts the seconds in which nothing happens in a run: no task of a scene starts, ends, makes a step or calls a
/// stub. A second counts only after tasks of every priority have gone to the main actor and back two hundred times, so
/// that a busy machine does not end a run.
///
/// After one such second, tasks that wait for others overtake these, because those are in waits that are not tracked.
/// After twenty such seconds the run fails; `CIS_PATIENCE` in the environment sets another number. A run that has failed
/// so does not wait any more: each such second resumes everything. The watchdog never affects a run in which something
/// happens.
@MainActor
package final class Watchdog {
    /// The watchdog of the runs that begin in this task. A task-local value, so that tests of the watchdog can replace it.
    @TaskLocal package static var current = Watchdog(isTimed: true)

    private struct Watched {
        let run: ScenarioRun
        var changes: Int
        var idleSeconds = 0
        /// Whether the run has failed because nothing has happened. It fails once.
        var hasFailed = false
    }

    private var runs: [ObjectIdentifier: Watched] = [:]
    private var timer: (any DispatchSourceTimer)?
    private let isTimed: Bool
    /// The number of tasks that are still going to the main actor and back.
    private let away = LockedValue(0)
    private let patience = environmentVariable("CIS_PATIENCE").flatMap { Int($0) } ?? 20

    /// Creates a watchdog.
    ///
    /// - Parameter isTimed: Whether the watchdog uses a real timer. If not, a test calls ``tick()``.
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

    /// Starts the real timer. No test waits for the timer; it only ends runs that would never end.
    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { MainActor.assumeIsolated { self.second() } }
        timer.resume()
        self.timer = timer
    }

    /// Called when a second has passed in which the main actor was free at least once.
    private func second() {
        guard !runs.isEmpty, away.withLock({ $0 }) == 0 else { return }
        tick()
        let priorities: [TaskPriority] = [.high, .medium, .low, .background]
        away.withLock { $0 = priorities.count }
        for priority in priorities {
            // Each of these hops is enqueued behind everything that is ready to run, on the thread pool and on the main
            // actor.
            Task.detached(priority: priority) { [away] in
                for _ in 0..<200 { await MainActor.run {} }
                away.withLock { $0 -= 1 }
            }
        }
    }

    /// Counts a second for each run in which nothing has happened since the last call.
    package func tick() {
        for (id, watched) in runs {
            let changes = watched.run.tracker.changes
            guard changes == watched.changes else {
                runs[id]?.changes = changes
                runs[id]?.idleSeconds = 0
                continue
            }
            runs[id]?.idleSeconds += 1
            if watched.idleSeconds == 0 { watched.run.tracker.letOthersPass() }
            if watched.hasFailed {
                watched.run.resumeAll()
            } else if watched.idleSeconds + 1 == patience {
                runs[id]?.hasFailed = true
                watched.run.endHang(after: patience)
            }
        }
    }
}
