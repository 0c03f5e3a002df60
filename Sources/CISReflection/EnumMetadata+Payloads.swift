extension EnumMetadata {
    /// A value that a case holds.
    package struct Member {
        /// As in the declaration. `nil` if it has none.
        package let label: String?
        package let type: Any.Type
    }

    /// What the cases hold, in the order of ``caseNames``: nothing for a case without payload; `nil` for a payload whose type the
    /// runtime cannot name.
    package var payloads: [[Member]?] {
        records.map { record in
            guard let name = Self.target(of: record + 4) else { return [] }
            return members(of: name)
        }
    }

    private func members(of name: UnsafeRawPointer) -> [Member]? {
        let bytes = Self.mangledName(at: name)
        guard
            let type = _getTypeByMangledNameInContext(
                name.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), genericContext: descriptor,
                // Behind the kind and the descriptor.
                genericArguments: metadata + 2 * MemoryLayout<UInt>.size)
        else { return nil }
        // A tuple of one element is a tuple to newer runtimes, and that element to older ones. So is the tuple in `((Int, Int))`.
        let isOnly = bytes.suffix(2) == Self.onlyElementEnd
        if let members = Self.tupleMembers(of: type), !isOnly || members.count == 1 { return members }
        return [Member(label: isOnly ? Self.label(ofOnly: bytes) : nil, type: type)]
    }

    /// What ends the mangled name of a tuple of one element: `_` is behind the first element, `t` behind the last.
    private static var onlyElementEnd: [UInt8] { Array("_t".utf8) }

    /// The elements of a tuple. `nil` if the type is no tuple.
    private static func tupleMembers(of type: Any.Type) -> [Member]? {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let word = MemoryLayout<UInt>.size
        guard metadata.load(as: UInt.self) == 0x301 else { return nil }
        let count = metadata.load(fromByteOffset: word, as: Int.self)
        // Each label is followed by a space.
        let text =
            metadata.load(fromByteOffset: 2 * word, as: UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
        let labels = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return (0..<count).map { index in
            let element = metadata + (3 + 2 * index) * word
            let label = index < labels.count ? plain(labels[index]) : ""
            return Member(label: label.isEmpty ? nil : label, type: element.load(as: Any.Type.self))
        }
    }

    /// The label of the only element of a tuple, which the runtime's type does not have, but its mangled name: `…5title_t`.
    private static func label(ofOnly name: [UInt8]) -> String? {
        let text = name.dropLast(2)
        // The longest label whose length stands before it.
        for length in stride(from: text.count - 1, through: 1, by: -1) {
            let digits = Array(String(length).utf8)
            let start = text.count - length
            guard start >= digits.count, Array(text[(start - digits.count)..<start]) == digits else { continue }
            let label = String(decoding: text[start...], as: UTF8.self)
            if label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) { return label }
        }
        return nil
    }

    /// The bytes of a mangled name: behind a control character stands a reference, which may contain zeros.
    private static func mangledName(at start: UnsafeRawPointer) -> [UInt8] {
        var end = start
        while true {
            switch end.load(as: UInt8.self) {
            case 0: return Array(UnsafeRawBufferPointer(start: start, count: end - start))
            case 0x01...0x17: end += 5
            case 0x18...0x1F: end += 1 + MemoryLayout<UInt>.size
            default: end += 1
            }
        }
    }
}
