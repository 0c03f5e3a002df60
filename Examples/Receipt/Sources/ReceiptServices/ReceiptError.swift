import Foundation

/// An error for something that the app itself refuses. The text names the value and the remedy. A scene shows it as a
/// toast (UR-19, UR-21).
package struct ReceiptError: LocalizedError, CustomStringConvertible {
    package let description: String
    package var errorDescription: String? { description }

    package init(_ description: String) { self.description = description }
}
