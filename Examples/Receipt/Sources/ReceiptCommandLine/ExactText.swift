/// Text from outside, taken as it is or not at all: bytes that are no UTF-8 would become other text than was meant.
enum ExactText {
    /// - Throws: An error that shows the text as far as it can be read.
    static func line(_ bytes: some Collection<UInt8>) throws(UsageError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw UsageError("“\(String(decoding: bytes, as: UTF8.self))” is no UTF-8 text. Give it in UTF-8.")
    }

    static func arguments(_ arguments: [[UInt8]]) throws(UsageError) -> [String] {
        var texts: [String] = []
        for argument in arguments { texts.append(try line(argument)) }
        return texts
    }
}
