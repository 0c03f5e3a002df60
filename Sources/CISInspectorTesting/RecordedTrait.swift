public import CISInspector
internal import CISTesting
public import Testing

/// Attaches recordings to the tests of a suite, or to one test, if a scenario fails.
///
/// ```swift
/// @Suite(.recorded) struct UploadTests { … }
/// ```
///
/// A `given` that fails attaches the recording `failed.cisrec` and the page `failed.html`. An `explore` that fails runs the order
/// of its message once more, and then the nearest order that holds: the one that differs from it as late as possible, or the same
/// order without the injected fault. The page shows both. The recording of the other order is `held.cisrec`.
///
/// `swift test --attachments-path FOLDER` writes the files. If the fixture passes a recorded worker to its scene, the calls and
/// answers are recorded, too; see `Recorder.call(_:of:_:perform:)`.
///
/// XCTest has no attachments on all systems, so nothing is attached there.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
    /// What the recorders of a test leave out.
    @TaskLocal static var current = Redaction()

    let redaction: Redaction

    /// Applies to the tests of nested suites, too.
    public var isRecursive: Bool { true }

    /// Runs a test with recorders for its scenarios.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.$current.withValue(redaction) {
            try await TestFailure.$recording.withValue(RunRecorder.self) { try await function() }
        }
    }
}

extension Trait where Self == RecordedTrait {
    /// Attaches recordings of scenarios that fail; see ``RecordedTrait``.
    public static var recorded: RecordedTrait { RecordedTrait(redaction: Redaction()) }

    /// Attaches recordings of scenarios that fail, and leaves something out besides every `Secret`.
    public static func recorded(redacting redaction: Redaction) -> RecordedTrait {
        RecordedTrait(redaction: redaction)
    }
}
