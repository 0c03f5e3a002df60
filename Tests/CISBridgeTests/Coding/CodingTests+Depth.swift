import CISBridge
import Testing

extension `Values on the wire` {
    private struct Comment: Encodable {
        var answers: [Comment] = []
    }

    /// Each comment is an object in an array: two levels.
    private func comment(depth: Int) -> Comment {
        (1..<depth / 2).reduce(Comment()) { comment, _ in Comment(answers: [comment]) }
    }

    /// With it, the call stack would overflow here, and the readers of many languages stop at a thousand levels.
    @Test func `a value that is nested too deeply is an error`() throws {
        #expect(try TreeEncoder.encode(comment(depth: 512)).size > 0)
        for depth in [520, 4_000] {
            let error = #expect(throws: EncodingError.self) { try TreeEncoder.encode(comment(depth: depth)) }
            guard case .invalidValue(let value, let context) = error else { continue }
            #expect("\(value)" == "more" && context.debugDescription == "at most 512 levels")
        }
    }
}
