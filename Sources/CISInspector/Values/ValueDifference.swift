extension RecordedValue {
    /// The differences to a newer value, one line each: `total: 1 → 2`, `log[3]: + "saved"`.
    public func differences(to new: RecordedValue) -> [String] {
        Patch(from: self, to: new).steps.flatMap { step -> [String] in
            switch step {
            case .set(let path, let value):
                guard let old = self.value(at: path) else { return ["\(Self.text(of: path)): + \(value.summary)"] }
                return ["\(Self.text(of: path)): \(old.summary) → \(value.summary)"]
            case .remove(let path):
                return ["\(Self.text(of: path)): − \(self.value(at: path)?.summary ?? "")"]
            case .splice(let path, let start, let deleted, let inserted):
                let name = { (index: Int) in "\(Self.text(of: path))[\(index)]" }
                let gone = (start..<(start + deleted)).map { index in
                    "\(name(index)): − \(self.value(at: path + ["\(index)"])?.summary ?? "")"
                }
                return gone + inserted.enumerated().map { "\(name(start + $0)): + \($1.summary)" }
            }
        }
    }

    private func value(at path: [String]) -> RecordedValue? {
        path.reduce(Optional(self)) { value, key in
            switch value {
            case .array(let elements): Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: value?[key]
            }
        }
    }

    private static func text(of path: [String]) -> String {
        let text = path.map { Int($0) == nil ? ".\($0)" : "[\($0)]" }.joined()
        return text.isEmpty ? "the state" : text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}
