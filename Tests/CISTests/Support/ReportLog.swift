import CIS

/// Collects the diagnostics of a scene.
final class ReportLog: Sendable {
    private let diagnostics = LockedValue<[SceneDiagnostic]>([])

    var all: [SceneDiagnostic] { diagnostics.withLock { $0 } }
    var kinds: [SceneDiagnostic.Kind] { all.map(\.kind) }

    var reporter: DiagnosticReporter {
        DiagnosticReporter { [self] diagnostic in diagnostics.withLock { $0.append(diagnostic) } }
    }
}
