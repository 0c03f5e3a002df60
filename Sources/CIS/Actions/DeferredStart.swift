/// Whether an action that nothing delays starts before `execute` returns.
///
/// Linux can always start a task in place; Apple systems since version 26. With `CIS_DEFERRED_STARTS=1` in the
/// environment of the process, every start is deferred, as on the systems before. So an app and its tests can be run
/// there as on those systems.
package let systemStartsTasksInPlace: Bool = {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        environmentVariable("CIS_DEFERRED_STARTS") != "1"
    } else {
        false
    }
}()

/// Records which action is in a deferred start: it has begun in a main-actor job of its own, and has not suspended yet.
/// For example, a posted action starts in this way.
///
/// The runtime cannot observe when a task that was not started in place first suspends. Instead, a main-actor job is
/// enqueued when the action starts. When this job runs, the action has suspended or ended, because the main actor's
/// queue is first in, first out, and everything that the action does after a suspension is enqueued later. One job
/// serves all such actions that start before it runs.
@MainActor
enum DeferredStart {
    /// The action that started last, until it ends or the next main-actor job of this type runs. The action's task also
    /// holds the record, so that no object of the client is released when this property changes.
    private static var record: ActionRecord?
    private static var isEndRequested = false
    /// Whether `record`, during its own start, is starting another action in place.
    private static var isNested = false
    /// The number of starts in place that are in progress, each inside the one before.
    private static var depth = 0
    private static let greatestDepth = 32

    /// Records that an action starts now, in the task that its caller was given.
    static func begin(_ starting: ActionRecord) {
        record = starting
        guard !isEndRequested else { return }
        isEndRequested = true
        // Detached, so that it does not keep the action's context. It has a high priority, because it must not be
        // overtaken on systems that order the queue by priority.
        Task.detached(priority: .high) { @MainActor in
            isEndRequested = false
            record = nil
        }
    }

    /// Records that an action ends, in the task in which it started.
    static func end(_ ending: ActionRecord) {
        if record === ending { record = nil }
    }

    /// Whether the caller runs inside a deferred start of an action of the scene.
    static func isStarting(inScene sceneNumber: UInt64) -> Bool {
        record?.sceneNumber == sceneNumber && isInside
    }

    /// Runs a start in place, in any scene.
    static func nesting<Result>(_ start: () -> Result) -> Result {
        let outer = isNested
        isNested = isInside
        depth += 1
        defer {
            isNested = outer
            depth -= 1
        }
        return start()
    }

    /// Whether another action may start in place here. If many scenes pass an action on to each other, each start is a
    /// nested call. Beyond a depth that real scenes do not reach, starts are deferred, because the call stack could
    /// overflow.
    static var mayNest: Bool { depth < greatestDepth }

    private static var isInside: Bool {
        guard let record else { return false }
        return isNested || !record.isFinished && ActionContext.action === record
    }
}
