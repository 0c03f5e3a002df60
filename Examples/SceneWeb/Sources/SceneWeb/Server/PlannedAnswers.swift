import Synchronization

/// How a server for development answers its first, its second, … request: correctly, slowly or wrongly. The server decides
/// what each kind of answer is.
public final class PlannedAnswers: Sendable {
    /// How one request is answered.
    public enum Kind: String, CaseIterable, Sendable {
        /// The correct answer.
        case ok
        /// The correct answer, after three seconds.
        case slow
        /// An error of the service.
        case error
        /// An answer that ends too early.
        case broken

        /// Reads a list, such as `ok,slow,error`.
        ///
        /// - Throws: ``UnknownAnswer``.
        public static func list(_ text: String) throws(UnknownAnswer) -> [Kind] {
            var kinds: [Kind] = []
            for word in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let kind = Kind(rawValue: String(word)) else { throw UnknownAnswer(word: String(word)) }
                kinds.append(kind)
            }
            return kinds
        }
    }

    /// A word that names no kind of answer.
    public struct UnknownAnswer: Error, CustomStringConvertible {
        let word: String

        /// A sentence that names the word and the kinds that exist.
        public var description: String {
            let known = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            return "“\(word)” is not a kind of answer. Write some of \(known), with commas between them."
        }
    }

    private let kinds: [Kind]
    private let clock: any Clock<Duration>
    private let count = Atomic(0)

    /// - Parameters:
    ///   - kinds: The first, the second, … answer. The last one is repeated. If there are none, every answer is `ok`.
    ///   - clock: The clock that delays slow answers.
    public init(_ kinds: [Kind], clock: any Clock<Duration> = ContinuousClock()) {
        self.kinds = kinds
        self.clock = clock
    }

    /// Chooses the next answer. Waits three seconds if it is a slow one. May be called on any thread.
    ///
    /// - Returns: The number of the answer, counted from 1, and its kind.
    public func next() async -> (number: Int, kind: Kind) {
        let number = count.add(1, ordering: .relaxed).newValue
        let kind = kinds.isEmpty ? .ok : kinds[min(number, kinds.count) - 1]
        if kind == .slow { try? await clock.sleep(for: .seconds(3)) }
        return (number, kind)
    }
}
