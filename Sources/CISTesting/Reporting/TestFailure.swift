import Testing
import XCTest

/// A place in a test.
package struct SourcePlace: Sendable {
    package let fileID: StaticString
    package let filePath: StaticString
    package let line: UInt
    package let column: UInt

    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}

/// What a test tool found wrong, and the line of the test that asked.
package struct TestFailure: Sendable {
    package let message: String
    package let place: SourcePlace

    /// Takes failures in place of the test framework: for runs that are repeated, and for tests of the tools.
    @TaskLocal package static var sink: Sink?

    /// Who takes failures.
    // Not a bare function: bound from another module to a task-local value, that crashes in optimised builds (6.3.1).
    package struct Sink: Sendable {
        package let take: @Sendable (TestFailure) -> Void

        package init(_ take: @escaping @Sendable (TestFailure) -> Void) {
            self.take = take
        }
    }

    /// Who is told of failures.
    package enum Receiver: Sendable {
        case sink(Sink)
        case swiftTesting
        case xcTest

        /// Whoever listens, or the test framework that runs.
        package static var current: Receiver {
            if let sink = TestFailure.sink { return .sink(sink) }
            return Test.current == nil ? .xcTest : .swiftTesting
        }
    }

    /// Tells whoever listens, or the test framework that runs.
    ///
    /// - Parameter known: Who is told where nobody listens and no test is known to run, as on a thread that a task of
    ///   the test did not start.
    package func report(to known: Receiver = .xcTest) {
        var receiver = Receiver.current
        if case .xcTest = receiver { receiver = known }
        switch receiver {
        case .sink(let sink):
            sink.take(self)
        case .swiftTesting:
            Issue.record(
                Comment(rawValue: message),
                sourceLocation: SourceLocation(
                    fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
                    column: Int(place.column)))
        case .xcTest:
            XCTFail(message, file: place.filePath, line: place.line)
        }
    }
}
