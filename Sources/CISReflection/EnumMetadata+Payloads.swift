extension EnumMetadata {
    /// An associated value of a case.
    package struct Member {
        /// The label in the declaration. `nil` if the value has no label.
        package let label: String?
        package let type: Any.Type
    }

    /// The associated values of each case, in the order of ``caseNames``. Empty for a case without payload, `nil` for a payload
    /// whose type the runtime cannot name.
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
                // The generic arguments follow the kind and the descriptor.
                genericArguments: metadata + 2 * MemoryLayout<UInt>.size)
        else { return nil }
        // If the payload is a tuple of one element, newer runtimes return this tuple, and older runtimes return the
        // element. The element can itself be a tuple: `case range((Int, Int))` has one associated value, not two.
        let isOnly = bytes.suffix(2) == Self.onlyElementEnd
        if let members = Self.tupleMembers(of: type), !isOnly || members.count == 1 { return members }
        return [Member(label: isOnly ? Self.label(ofOnly: bytes) : nil, type: type)]
    }

    /// The end of the mangled name of a tuple with one element: `_` follows the first element, `t` follows the last.
    private static var onlyElementEnd: [UInt8] { Array("_t".utf8) }

    /// The elements of a tuple. `nil` if the type is not a tuple.
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

    /// The label of the only element of a tuple. It is missing in the runtime's type, but present in the mangled name:
    /// `…5title_t`.
    private static func label(ofOnly name: [UInt8]) -> String? {
        let text = name.dropLast(2)
        // Finds the longest label that is preceded by its length.
        for length in stride(from: text.count - 1, through: 1, by: -1) {
            let digits = Array(String(length).utf8)
            let start = text.count - length
            guard start >= digits.count, Array(text[(start - digits.count)..<start]) == digits else { continue }
            let label = String(decoding: text[start...], as: UTF8.self)
            if label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) { return label }
        }
        return nil
    }

    /// Returns the bytes of a mangled name. A reference, which may contain zeros, follows each control character.
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
