/// A difference between the types of a scene in the host and in the app.
package struct SchemaDifference: Hashable, Sendable {
    package enum Grade: String, Sendable, Comparable {
        /// The difference is harmless.
        case fine
        /// The host may receive a value that it does not know.
        case risky
        /// One side cannot read values that the other sends.
        case impossible

        package static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rank < rhs.rank }
        private var rank: Int { self == .fine ? 0 : self == .risky ? 1 : 2 }
    }

    package let grade: Grade
    /// The scene, and the path of the part that differs: `todo action.add.title`.
    package let at: String
    package let text: String
}

extension Schema {
    /// Returns the differences from the schema that a host was built for, the worst first.
    package func differences(from host: Schema) -> [SchemaDifference] {
        var comparison = SchemaComparison(host: host, app: self)
        comparison.compareScenes()
        return comparison.found.sorted { ($1.grade, $0.at, $0.text) < ($0.grade, $1.at, $1.text) }
    }
}

/// Compares two schemas recursively.
private struct SchemaComparison {
    let host: Schema
    let app: Schema
    private(set) var found: [SchemaDifference] = []
    private var visited: Set<[String]> = []
    /// The number of named types around the current place.
    private var depth = 0
    private static var greatestDepth: Int { 64 }

    init(host: Schema, app: Schema) {
        self.host = host
        self.app = app
    }

    /// The side that reads the values. Which changes are harmless depends on it.
    private enum Reader: String { case app, host }

    mutating func compareScenes() {
        for scene in app.scenes where !host.scenes.contains(where: { $0.name == scene.name }) {
            // A new child may appear by itself. Other scenes appear only if the host opens them.
            note(scene.isChild ? .risky : .fine, scene.name, "the scene is new")
        }
        for old in host.scenes {
            guard let new = app.scenes.first(where: { $0.name == old.name }) else {
                note(old.isChild ? .fine : .impossible, old.name, "the app has no such scene")
                continue
            }
            if !old.isChild, new.isChild { note(.impossible, old.name, "the scene cannot be opened now") }
            compare(old.action, new.action, .app, "\(old.name) action")
            compare(old.state, new.state, .host, "\(old.name) state")
            compare(old.output, new.output, .host, "\(old.name) output")
            compareInputs(old, new)
        }
    }

    private mutating func compareInputs(_ old: Schema.Scene, _ new: Schema.Scene) {
        switch (old.input, new.input) {
        case (let oldInput?, let newInput?): compare(oldInput, newInput, .app, "\(old.name) input")
        case (nil, let new?):
            let text = new.isOptional ? "the app accepts an input now" : "the app needs an input now"
            note(new.isOptional ? .fine : .impossible, "\(old.name) input", text)
        case (_?, nil): note(.fine, "\(old.name) input", "the app ignores the input now")
        case (nil, nil): break
        }
    }

    private mutating func note(_ grade: SchemaDifference.Grade, _ place: String, _ text: String) {
        found.append(SchemaDifference(grade: grade, at: place, text: text))
    }

    // MARK: Types

    private mutating func compare(_ old: WireType, _ new: WireType, _ reader: Reader, _ place: String) {
        switch (old, new) {
        case (.optional(let old), .optional(let new)): compare(old, new, reader, place)
        case (.optional(let old), let new):
            if reader == .app { note(.impossible, place, "the app needs a value now") }
            compare(old, new, reader, place)
        case (let old, .optional(let new)):
            if reader == .host { note(.risky, place, "there may be no value now") }
            compare(old, new, reader, place)
        case (.list(let old), .list(let new)), (.map(let old), .map(let new)): compare(old, new, reader, place)
        case (.named(let oldName), .named(let newName)):
            guard visited.insert([oldName, newName, reader.rawValue]).inserted else { return }
            guard let oldType = host.types[oldName], let newType = app.types[newName] else { return }
            // A host's schema can contain a chain of types that is as long as its message.
            guard depth < Self.greatestDepth else {
                return note(.risky, place, "types that are nested so deeply are not compared")
            }
            depth += 1
            defer { depth -= 1 }
            compare(oldType, newType, reader, place)
        case (.any, _), (_, .any): break
        case (.integer, .number) where reader == .app, (.number, .integer) where reader == .host: break
        default: if old != new { note(.impossible, place, "\(old) has become \(new)") }
        }
    }

    private mutating func compare(
        _ old: TypeDescription, _ new: TypeDescription, _ reader: Reader, _ place: String
    ) {
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new, reader, place)
        case (.choice(let old), .choice(let new)): compare(old, new, reader, place)
        case (.values(let oldType, let oldAll), .values(let newType, let newAll)):
            compare(oldType, newType, reader, place)
            compareNames(oldAll, newAll, reader, place)
        case (.alias(let old), .alias(let new)): compare(old, new, reader, place)
        default: note(.impossible, place, "the type is of another kind")
        }
    }

    private mutating func compare(
        _ old: [TypeDescription.Member], _ new: [TypeDescription.Member], _ reader: Reader, _ place: String
    ) {
        for member in new where !old.contains(where: { $0.name == member.name }) {
            let isNeeded = reader == .app && !member.type.isOptional
            note(isNeeded ? .impossible : .fine, "\(place).\(member.name)", "the member is new")
        }
        for member in old {
            guard let now = new.first(where: { $0.name == member.name }) else {
                let isNeeded = reader == .host && !member.type.isOptional
                note(isNeeded ? .impossible : .fine, "\(place).\(member.name)", "the member is gone")
                continue
            }
            compare(member.type, now.type, reader, "\(place).\(member.name)")
        }
    }

    private mutating func compare(
        _ old: [TypeDescription.Case], _ new: [TypeDescription.Case], _ reader: Reader, _ place: String
    ) {
        compareNames(old.map(\.name), new.map(\.name), reader, place)
        for known in old {
            guard let now = new.first(where: { $0.name == known.name }) else { continue }
            compare(known.members, now.members, reader, "\(place).\(known.name)")
        }
    }

    private mutating func compareNames(_ old: [String], _ new: [String], _ reader: Reader, _ place: String) {
        for name in new where !old.contains(name) {
            note(reader == .host ? .risky : .fine, "\(place).\(name)", "the case is new")
        }
        for name in old where !new.contains(name) {
            note(reader == .app ? .impossible : .fine, "\(place).\(name)", "the case is gone")
        }
    }
}
