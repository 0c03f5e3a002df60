import Foundation

/// How an error of a service becomes the sentence that a toast or a label shows (XP-01).
///
/// Injected, because the wording belongs to the platform: the same error reads differently on iOS and on Linux, in Korean
/// and in English. Scenes turn an error into text where they catch it, so mutations carry plain values that can be
/// compared, recorded and replayed.
package struct ErrorText: Sendable {
    private let describe: @Sendable (any Error) -> String

    /// Takes the wording of a platform.
    package init(_ describe: @escaping @Sendable (any Error) -> String) {
        self.describe = describe
    }

    /// The sentence for an error.
    package func callAsFunction(_ error: any Error) -> String {
        describe(error)
    }

    /// The platform's localized description; the app's own errors speak for themselves.
    package static let localized = ErrorText { error in
        switch error {
        case let error as StoreError: error.description
        case let error as ImageFileError: error.description
        default: error.localizedDescription
        }
    }
}
