public import Testing

/// Specifies how much of what happens in a scenario a test must assert.
public enum Exhaustivity: Sendable {
    /// Effects that the test does not assert do not make it fail.
    case written
    /// The test must assert every changed field, mutation, output and worker call. At the end, no action may be in
    /// flight. A source may be open only if the test has named it with `then(sources:)`.
    case everything

    /// The setting of scenarios in this task that do not pass `checking:`. It is ``written``, unless a suite or a test
    /// changes it.
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
