import Foundation

/// An operation that the system refused: which one, on which path, and the `errno`.
package struct SystemError: Error, Equatable {
    /// A verb, as in "cannot *write* …".
    package let operation: String
    /// What it was about.
    package let path: String
    /// The `errno`.
    package let code: Int32

    /// Keeps the given code; the caller reads `errno` right after the call that failed.
    package init(_ operation: String, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    static func text(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
