import Synchronization

/// Receives programmer errors and dropped work of scenes.
///
/// A scene uses the reporter that is current when its runtime is created. There is no process-wide setting. To set a
/// reporter for a whole program, bind it around the entry point; for a test, around its body; for one scene, pass it in
/// the assembly.
///
/// ```swift
/// await DiagnosticReporter.$current.withValue(.trapOnMisuse) {
///     await runApplication()
/// }
/// ```
public struct DiagnosticReporter: Sendable {
    /// Handles a diagnostic. Called on the thread on which the diagnostic occurs, usually the main thread.
    public var report: @Sendable (SceneDiagnostic) -> Void { custom?.report ?? Self.writeToLog }

    /// `nil` for ``log``. One word, because every scene holds a reporter.
    private let custom: Custom?

    private final class Custom: Sendable {
        let report: @Sendable (SceneDiagnostic) -> Void

        init(_ report: @escaping @Sendable (SceneDiagnostic) -> Void) {
            self.report = report
        }
    }

    /// Creates a reporter that calls the given function for every diagnostic.
    public init(_ report: @escaping @Sendable (SceneDiagnostic) -> Void) {
        custom = Custom(report)
        Self.wasMade.store(true, ordering: .relaxed)
    }

    private init() {
        custom = nil
    }

    /// The reporter of the scenes that are created in this task. The default is ``log``.
    @TaskLocal public static var current: DiagnosticReporter = .log

    /// Whether any reporter except the log, or any instrumentation, was ever made in this process.
    static let wasMade = Atomic<Bool>(false)

    /// The value of ``current`` for a new scene. Until another reporter is made, this skips the lookup of the
    /// task-local value, which would cost as much as half of creating an object.
    @usableFromInline static var currentForScene: DiagnosticReporter {
        wasMade.load(ordering: .relaxed) ? current : log
    }

    /// Writes a line to standard error for each programmer error, and in debug builds also for other dropped work.
    public static let log = DiagnosticReporter()

    @Sendable
    private static func writeToLog(_ diagnostic: SceneDiagnostic) {
        guard diagnostic.isMisuse || isDebugBuild else { return }
        writeToStandardError("swift-cis: \(diagnostic)\n")
    }

    func ignores(_ reason: DropReason) -> Bool { custom == nil && !reason.isMisuse && !isDebugBuild }

    /// Stops a debug build at a programmer error, with the diagnostic as message. A release build only logs.
    public static let trapOnMisuse = DiagnosticReporter { diagnostic in
        if diagnostic.isMisuse { assertionFailure("\(diagnostic)") }
        log.report(diagnostic)
    }

    /// Does nothing.
    public static let ignore = DiagnosticReporter { _ in }
}
