import Synchronization

/// The one funnel for programmer errors and dropped work.
///
/// A scene takes the reporter that is current when its runtime is made. There is no process-wide setting: install one
/// for a whole program around its entry point, for a test around its body, for one scene in its assembly.
///
/// ```swift
/// await DiagnosticReporter.$current.withValue(.trapOnMisuse) { await runApplication() }
/// ```
public struct DiagnosticReporter: Sendable {
    /// What is done with a diagnostic. Called on the thread of the offence, mostly the main one.
    public var report: @Sendable (SceneDiagnostic) -> Void { custom?.report ?? Self.writeToLog }

    /// One word, because every scene keeps a reporter. `nil` for the log.
    private let custom: Custom?

    private final class Custom: Sendable {
        let report: @Sendable (SceneDiagnostic) -> Void

        init(_ report: @escaping @Sendable (SceneDiagnostic) -> Void) {
            self.report = report
        }
    }

    /// Makes a reporter that calls the given function for every diagnostic.
    public init(_ report: @escaping @Sendable (SceneDiagnostic) -> Void) {
        custom = Custom(report)
        Self.wasMade.store(true, ordering: .relaxed)
    }

    private init() {
        custom = nil
    }

    /// The reporter that scenes made from here on take. Bound to the task; `log` unless changed.
    @TaskLocal public static var current: DiagnosticReporter = .log

    /// Whether any but the log was ever made in this process.
    private static let wasMade = Atomic<Bool>(false)

    /// ``current``, for a scene that is made. As long as the log is the only reporter nobody can have bound another: the task,
    /// whose answer costs a scene as much as half an object, need not be asked.
    @usableFromInline static var currentForScene: DiagnosticReporter {
        wasMade.load(ordering: .relaxed) ? current : log
    }

    /// Writes a line to standard error: for programmer errors always, for other dropped work in debug builds only.
    public static let log = DiagnosticReporter()

    @Sendable
    private static func writeToLog(_ diagnostic: SceneDiagnostic) {
        guard diagnostic.isMisuse || isDebugBuild else { return }
        writeToStandardError("swift-cis: \(diagnostic)\n")
    }

    /// Stops a debug build at a programmer error, with the diagnostic as message. Release builds log, and never stop.
    public static let trapOnMisuse = DiagnosticReporter { diagnostic in
        if diagnostic.isMisuse { assertionFailure("\(diagnostic)") }
        log.report(diagnostic)
    }

    /// Does nothing.
    public static let ignore = DiagnosticReporter { _ in }
}
