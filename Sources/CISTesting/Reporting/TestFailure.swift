import Testing
import XCTest

/// A place in a test.
struct SourcePlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
}

/// What a test tool found wrong, and the line of the test that asked.
struct TestFailure: Sendable {
    let message: String
    let place: SourcePlace

    /// Takes failures in place of the test framework: for runs that are repeated, and for tests of the tools.
    @TaskLocal static var sink: (@Sendable (TestFailure) -> Void)?

    /// Tells whoever listens, or the test framework that runs: Swift Testing, else XCTest.
    func report() {
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
