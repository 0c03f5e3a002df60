package import Testing
internal import XCTest

/// A place in a test.
package struct SourcePlace: Sendable {
    /// Whether warnings are reported. Tests of this library that provoke one switch them off.
    @TaskLocal package static var reportsWarnings = true

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

    package var location: SourceLocation {
        SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}

/// A failure of a test: its message, and the line at which it is reported.
package struct TestFailure: Sendable {
    package let message: String
    package let place: SourcePlace

    /// Receives failures instead of the test framework. Used by the tests of this library.
    @TaskLocal package static var sink: Sink?

    /// A function that receives failures.
    // A struct, because a plain function in a task-local value of another module crashes in optimised builds (Swift 6.3.1).
    package struct Sink: Sendable {
        package let take: @Sendable (TestFailure) -> Void

        package init(_ take: @escaping @Sendable (TestFailure) -> Void) {
            self.take = take
        }
    }

    /// Where failures are reported.
    package enum Receiver: Sendable {
        case sink(Sink)
        case swiftTesting
        case xcTest

        /// The sink if there is one, otherwise the test framework that is running.
        package static var current: Receiver {
            if let sink = TestFailure.sink { return .sink(sink) }
            return Test.current == nil ? .xcTest : .swiftTesting
        }
    }

    /// Reports the failure to the sink if there is one, otherwise to the test framework that is running.
    ///
    /// - Parameter known: The receiver to use if there is no sink and no running test is found, for example on a thread
    ///   outside the tasks of the test.
    package func report(to known: Receiver = .xcTest) {
        var receiver = Receiver.current
        if case .xcTest = receiver { receiver = known }
        switch receiver {
        case .sink(let sink):
            sink.take(self)
        case .swiftTesting:
            Issue.record(Comment(rawValue: message), sourceLocation: place.location)
        case .xcTest:
            XCTFail(message, file: place.filePath, line: place.line)
        }
    }
}

extension SourcePlace {
    /// Reports something that is not a failure but should be looked at. XCTest has no warnings, so nothing is reported
    /// there.
    func warn(_ message: String) {
        guard Self.reportsWarnings, TestFailure.sink == nil, Test.current != nil else { return }
        Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location)
    }
}
