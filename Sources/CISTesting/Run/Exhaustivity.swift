public import Testing

/// How much of what happens a scenario must have asserted.
public enum Exhaustivity: Sendable {
    /// Only what is written is checked.
    case written
    /// Every changed field, mutation, output and worker call must have been asserted; at the end no work may be in flight,
    /// and no source be open of which `then(sources:)` has not said so.
    case everything

    /// What scenarios go by that say nothing else. Bound to the task; ``written`` unless changed.
    @TaskLocal public static var current = Exhaustivity.written
}

/// Makes the scenarios of a suite, or of one test, check everything; see ``Exhaustivity/everything``.
///
/// ```swift
/// @Suite(.checkingEverything) struct UploadScenarios { … }
/// ```
///
/// In XCTest, pass `checking:` to `given`.
public struct ExhaustivityTrait: TestTrait, SuiteTrait, TestScoping {
    /// Applies to the tests of nested suites, too.
    public var isRecursive: Bool { true }

    /// Runs a test with the setting.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Exhaustivity.$current.withValue(.everything) { try await function() }
    }
}

extension Trait where Self == ExhaustivityTrait {
    /// Makes scenarios check everything; see ``Exhaustivity/everything``.
    public static var checkingEverything: ExhaustivityTrait { ExhaustivityTrait() }
}
