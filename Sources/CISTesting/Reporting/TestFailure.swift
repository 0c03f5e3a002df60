import Testing
import XCTest

/// A place in a test.
package struct SourcePlace: Sendable {
    package let fileID: StaticString
    package let filePath: StaticString
    package let line: UInt
    package let column: UInt
}

/// What a test tool found wrong, and the line of the test that asked.
package struct TestFailure: Sendable {
    package let message: String
    package let place: SourcePlace

    /// Takes failures in place of the test framework: for runs that are repeated, and for tests of the tools.
    @TaskLocal package static var sink: (@Sendable (TestFailure) -> Void)?

    /// Tells whoever listens, or the test framework that runs: Swift Testing, else XCTest.
    package func report() {
        if let sink = Self.sink {
            sink(self)
        } else if Test.current != nil {
            Issue.record(
                Comment(rawValue: message),
                sourceLocation: SourceLocation(
                    fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
                    column: Int(place.column)))
        } else {
            XCTFail(message, file: place.filePath, line: place.line)
        }
    }
}
