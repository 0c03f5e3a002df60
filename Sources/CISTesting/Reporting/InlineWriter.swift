/// Writes a value on one line of limited width.
struct InlineWriter {
    private var text = ""
    private var left: Int
    private var isCut = false
    private let takesCollections: Bool
    private let isRaw: Bool
    /// The objects that are being written.
    private var open: [ObjectIdentifier]

    private init(width: Int, takesCollections: Bool, isRaw: Bool, within open: [ObjectIdentifier] = []) {
        left = width
        self.takesCollections = takesCollections
        self.isRaw = isRaw
        self.open = open
    }

    /// A value on one line, cut off with `…` if it is too long.
    static func text(of value: Any, width: Int, isRaw: Bool = false) -> String {
        var writer = InlineWriter(width: width, takesCollections: true, isRaw: isRaw)
        writer.write(value, depth: 0)
        return writer.isCut ? writer.text + "…" : writer.text
    }

    /// A value on one line. `nil` if it is too long, or contains a collection, whose elements are shown one per line.
    ///
    /// - Parameter open: The objects that contain the value.
    static func fitting(_ value: Any, width: Int, isRaw: Bool, within open: [ObjectIdentifier]) -> String? {
        var writer = InlineWriter(width: width, takesCollections: false, isRaw: isRaw, within: open)
        writer.write(value, depth: 0)
        return writer.isCut ? nil : writer.text
    }

    private mutating func put(_ piece: String) {
        guard !isCut else { return }
        let part = piece.prefix(left)
        text += part
        left -= part.count
        isCut = part.count < piece.count
    }

    private mutating func write(_ value: Any, depth: Int) {
        guard !isCut else { return }
        guard depth < Rendering.depthLimit else { return put("…") }
        let shape = DisplayedValue(of: value, isRaw: isRaw)
        if shape.isCollection, !shape.parts.isEmpty || shape.hidden > 0, !takesCollections { return isCut = true }
        if let object = shape.object, open.contains(object) { return put("\(shape.open)…)") }
        put(shape.open)
        shape.object.map { open.append($0) }
        for (index, part) in shape.parts.enumerated() where !isCut {
            if index > 0 { put(", ") }
            if let label = part.label { put(label + ": ") }
            write(part.value, depth: depth + 1)
        }
        if shape.object != nil { open.removeLast() }
        if shape.hidden > 0 { put("\(shape.parts.isEmpty ? "" : ", ")… \(CountText.grouped(shape.hidden)) more") }
        put(shape.close)
    }
}
