extension RecordedValue {
    /// The differences to a newer value, one line each: `total: 1 → 2`, `log[3]: + "saved"`.
    public func differences(to new: RecordedValue) -> [String] {
        Patch(from: self, to: new).steps.flatMap { step -> [String] in
            let name = Self.text(of: step.path)
            let old = self.value(at: step.path)
            switch step.change {
            case .set(let value): return ["\(name): \(old.map { "\($0.summary) →" } ?? "+") \(value.summary)"]
            case .remove: return ["\(name): − \(old?.summary ?? "")"]
            case .splice(let start, let deleted, let inserted):
                let gone = (start..<(start + deleted)).map { index in
                    "\(name)[\(index)]: − \(self.value(at: step.path + ["\(index)"])?.summary ?? "")"
                }
                return gone + inserted.enumerated().map { "\(name)[\(start + $0)]: + \($1.summary)" }
            }
        }
    }

    private func value(at path: [String]) -> RecordedValue? {
        path.reduce(Optional(self)) { value, key in
            guard case .array(let elements) = value else { return value?[key] }
            return Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
    }

    private static func text(of path: [String]) -> String {
        let text = path.map { Int($0) == nil ? ".\($0)" : "[\($0)]" }.joined()
        return text.isEmpty ? "the state" : text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}
