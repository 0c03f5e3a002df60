extension RecordedLine {
    /// What the line says, without its time, as in `action .typed("a") in scene 3`. It contains no control characters.
    public var sentence: String { sentence(namesScene: true) }

    /// The sentence, with or without the scene in which it happened.
    package func sentence(namesScene: Bool) -> String {
        let place = namesScene ? scene.map { " in scene \($0)" } ?? "" : ""
        let value = self.value?.summary ?? name
        let text =
            switch kind {
            case .open: "scene \(scene ?? 0) opened: \(name)\(self.place.map { "[\($0)]" } ?? "")"
            case .action: "action \(value)\(place)"
            case .useCase: "use case \(value)\(place)"
            case .done: "end of #\(ended ?? 0): \(ending ?? "finished")"
            case .mutation: "mutation \(value)\(place), commit \(revision ?? 0)"
            case .output: "output \(value)\(place)\(ending == "unheard" ? ", unheard" : "")"
            case .drop: "\(dropped ?? "work") \(value) dropped\(place): \(reason ?? "")"
            case .cancel: "action \(value) cancelled\(place): \(reason ?? "")"
            case .stop: "scene \(scene ?? 0) stopped"
            case .call: "call \(value.trimmingPrefix("."))\(place)\(worker.map { " of \($0)" } ?? "")"
            case .answer: "answer of #\(ended ?? 0): \(ending ?? "")\(self.value == nil ? "" : " " + value)"
            }
        return text.inert
    }
}

extension String {
    /// The text without control characters, and without marks that reverse its direction, so that it cannot control a terminal.
    package var inert: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
