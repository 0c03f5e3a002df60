import CIS
import Testing

/// How actions start in this process: in place, or all deferred, as on Apple systems before version 26. The whole suite
/// is run in both modes; the environment variable `CIS_DEFERRED_STARTS=1` chooses the second.
package enum StartMode {
    /// Whether an action that nothing delays starts before `execute` returns.
    package static var isInPlace: Bool { systemStartsTasksInPlace }
}

extension Trait where Self == ConditionTrait {
    /// The test is about the start in place, and says so in its name. It has no meaning where every start is deferred.
    package static var requiresStartInPlace: Self {
        .enabled("every start is deferred here") { StartMode.isInPlace }
    }
}

/// Suspends until the actions that were executed before this call have started. Where actions start in place, they have,
/// and this does not suspend.
@MainActor
package func startsOfActions() async {
    if !StartMode.isInPlace { await mainActorJobsBehind() }
}
