public import Testing

/// Specifies how much of what happens in a scenario a test must assert.
public enum Exhaustivity: Sendable {
    /// The scenario checks what the test asserts, and nothing else.
    case written
    /// The test must assert every changed field, mutation, output and worker call. At the end, no action may be in flight, and
    /// no source may be open that `then(sources:)` has not named.
    case everything

    /// The default of the scenarios in this task: ``written``, unless a suite changes it.
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
