import Foundation
package import ReceiptScenes

extension ErrorText {
    /// XP-01: the platform's localized description; the app's own errors speak for themselves.
    package static let localized = ErrorText { error in
        switch error {
        case let error as StoreError: error.description
        case let error as ImageFileError: error.description
        default: error.localizedDescription
        }
    }
}
