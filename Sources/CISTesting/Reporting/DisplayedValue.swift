import CISReflection

/// One level of a value as it is displayed: a text, or parts between an opening and a closing text.
struct DisplayedValue {
    /// A field, an element or an entry of the value.
    struct Part {
        var label: String?
        var value: Any
    }

    /// A text that is displayed without quotes.
    struct Verbatim {
        let text: String
    }

    var open: String
    var parts: [Part] = []
    var close = ""
    /// The number of parts that are not listed.
    var hidden = 0
    /// Whether the parts are elements or entries.
    var isCollection = false
    /// Whether the parts are the fields of a struct or an object.
    var hasFields = false
    /// The object, if the value is one.
    var object: ObjectIdentifier?

    /// The maximum number of parts that are listed.
    static let partLimit = 1_000
    /// The maximum number of characters of a text that are shown.
    static let textLimit = 500

    /// - Parameter isRaw: Whether system types are shown with their fields instead of their description.
    init(of value: Any, isRaw: Bool) {
        if let text = Self.text(of: value, isRaw: isRaw) {
            self.init(open: text)
        } else if let bytes = value as? [UInt8], !bytes.isEmpty {
            self.init(bytes: bytes)
        } else {
            self.init(reflecting: value, isRaw: isRaw)
        }
    }

    private init(open: String, parts: [Part] = [], close: String = "") {
        self.open = open
        self.parts = parts
        self.close = close
    }

    /// The text of a value that is shown without parts: strings, numbers, and values with a description. `nil` for others.
    private static func text(of value: Any, isRaw: Bool) -> String? {
        switch value {
        case let value as Verbatim: return value.text
        case let value as String: return quoted(value)
        case let value as Substring: return quoted(String(value))
        case let value as Character: return quoted(String(value))
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case nil where mirror.children.isEmpty: return cut(String(describing: value))
        case .struct, .class, .enum:
            // The fields of system types are less informative than their description, and some fields differ between equal
            // values.
            guard !isRaw, value is any CustomStringConvertible, isOfTheSystem(type(of: value)) else { return nil }
            return cut(String(describing: value))
        default: return nil
        }
    }

    private static func isOfTheSystem(_ type: Any.Type) -> Bool {
        let module = String(reflecting: type).prefix { $0 != "." }
        return ["Swift", "Foundation", "FoundationEssentials", "CIS"].contains(module)
    }

    private static func quoted(_ text: String) -> String {
        guard let end = text.index(text.startIndex, offsetBy: textLimit, limitedBy: text.endIndex), end < text.endIndex
        else { return text.debugDescription }
        let rest = text.distance(from: end, to: text.endIndex)
        return "\(String(text[..<end]).debugDescription) … \(CountText.of(rest, "more character"))"
    }

    private static func cut(_ text: String) -> String {
        guard let end = text.index(text.startIndex, offsetBy: textLimit, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return "\(text[..<end]) … \(CountText.of(text.distance(from: end, to: text.endIndex), "more character"))"
    }

    /// Bytes in rows of 16.
    private init(bytes: [UInt8]) {
        self.init(open: "[", close: "]")
        isCollection = true
        let shown = bytes.prefix(16 * 100)
        for start in stride(from: 0, to: shown.count, by: 16) {
            let row = shown[start..<min(start + 16, shown.count)]
            let text = row.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
            parts.append(Part(value: Verbatim(text: text)))
        }
        hidden = bytes.count - shown.count
    }

    private init(reflecting value: Any, isRaw: Bool) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            if let wrapped = mirror.children.first {
                self.init(of: wrapped.value, isRaw: isRaw)
            } else {
                self.init(open: "nil")
            }
        case .enum:
            self.init(caseOf: value, payload: mirror.children.first)
        case .tuple:
            self.init(open: "(", parts: Self.fields(mirror.children), close: ")")
        case .collection:
            self.init(open: "[", close: "]")
            list(mirror.children)
        case .set, .dictionary:
            self.init(open: mirror.displayStyle == .dictionary && mirror.children.isEmpty ? "[:" : "[", close: "]")
            sort(mirror, isRaw: isRaw)
        default:
            self.init(open: "\(type(of: value))(", parts: Self.allFields(mirror), close: ")")
            hasFields = true
            if mirror.displayStyle == .class { object = ObjectIdentifier(value as AnyObject) }
        }
        if parts.isEmpty, hidden == 0 {
            open += close
            close = ""
        }
    }

    private init(caseOf value: Any, payload: Mirror.Child?) {
        var parts: [Part] = []
        if let payload {
            let mirror = Mirror(reflecting: payload.value)
            let isList = mirror.displayStyle == .tuple && !mirror.children.isEmpty
            parts = isList ? Self.fields(mirror.children) : [Part(value: payload.value)]
        }
        let name = EnumCaseName.of(value)
        self.init(open: payload == nil ? name : name + "(", parts: parts, close: payload == nil ? "" : ")")
    }

    private static func fields(_ children: Mirror.Children) -> [Part] {
        children.compactMap { child in
            // Omitted, because origins differ between equal values by design.
            if String(reflecting: type(of: child.value)) == "CIS.Stamp" { return nil }
            // Unnamed parts of a tuple have labels such as `.0`.
            return Part(label: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: child.value)
        }
    }

    private static func allFields(_ mirror: Mirror) -> [Part] {
        (mirror.superclassMirror.map(allFields) ?? []) + fields(mirror.children)
    }

    private mutating func list(_ children: Mirror.Children) {
        isCollection = true
        parts = children.prefix(Self.partLimit).map { Part(value: $0.value) }
        hidden = children.count - parts.count
    }

    /// Sorts elements or entries by their text, so that the order is always the same. If there are too many, none is shown,
    /// because the ones shown would vary from run to run.
    private mutating func sort(_ mirror: Mirror, isRaw: Bool) {
        isCollection = true
        guard mirror.children.count <= Self.partLimit else { return hidden = mirror.children.count }
        func text(_ value: Any) -> String { InlineWriter.text(of: value, width: 200, isRaw: isRaw) }
        if mirror.displayStyle == .set {
            let sorted = mirror.children.map { (text($0.value), $0.value) }.sorted { $0.0 < $1.0 }
            parts = sorted.map { Part(value: $0.1) }
        } else {
            parts = mirror.entries.map { Part(label: text($0.base), value: $1) }
            parts.sort { ($0.label ?? "") < ($1.label ?? "") }
        }
    }
}
