/// Arguments or a command that cannot be followed. Its text names the value and the remedy.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension String {
    /// Text from outside, taken as it is or not at all: bytes that are no UTF-8 would become other text than was meant.
    init(exactly bytes: some Collection<UInt8>) throws(UsageError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("“\(String(decoding: bytes, as: UTF8.self))” is no UTF-8 text. Give it in UTF-8.")
        }
        self = text
    }

    /// Safe to print: a file name or a remark may hold control characters, which a terminal would obey.
    ///
    /// - Parameter isLine: Whether line breaks are replaced as well; toasts have some.
    func printable(isLine: Bool = true) -> String {
        let scalars = unicodeScalars.map { scalar in
            let isKept = scalar.properties.generalCategory != .control || (!isLine && scalar == "\n")
            return isKept ? scalar : "\u{FFFD}"
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
