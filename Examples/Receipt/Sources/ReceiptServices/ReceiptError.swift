import Foundation

/// What the app itself refuses. The text names the value and the remedy, and is shown as a toast (UR-19, UR-21).
package struct ReceiptError: LocalizedError, CustomStringConvertible {
    package let description: String
    package var errorDescription: String? { description }

    package init(_ description: String) { self.description = description }
}
