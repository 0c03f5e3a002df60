import CISBridge
import Foundation
import Testing

extension `Values on the wire` {
    /// Few milliseconds are a binary fraction.
    @Test func `a date keeps its millisecond, however often it goes both ways`() throws {
        for second in ["1969-12-31T23:59:59", "2023-11-14T22:13:20", "2026-12-31T23:59:59", "9999-12-31T23:59:58"] {
            for millisecond in 1_000...1_999 {
                let text = JSONTree.text("\(second).\("\(millisecond)".dropFirst())Z")
                let date = try TreeDecoder.decode(Date.self, from: text, code: .badAction, at: "")
                #expect(try TreeEncoder.encode(date) == text)
            }
        }
    }

    @Test func `a date that the format cannot express is an error`() throws {
        for date in [Date.distantPast, .distantFuture] { #expect(try TreeEncoder.encode(date).textValue != nil) }
        for seconds in [Double.nan, .infinity, -.infinity, 1e12, -1e12, .greatestFiniteMagnitude] {
            #expect(throws: EncodingError.self) { try TreeEncoder.encode(Date(timeIntervalSince1970: seconds)) }
        }
    }
}
