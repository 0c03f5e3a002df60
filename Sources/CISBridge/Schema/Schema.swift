import Foundation

/// Describes a named type of the app.
package enum TypeDescription: Codable, Hashable, Sendable {
    /// A property, or a value that a case holds.
    package struct Member: Codable, Hashable, Sendable {
        package let name: String
        package let type: WireType

        package init(name: String, type: WireType) {
            self.name = name
            self.type = type
        }
    }

    package struct Case: Codable, Hashable, Sendable {
        package let name: String
        package let members: [Member]

        package init(name: String, members: [Member]) {
            self.name = name
            self.members = members
        }
    }

    /// An object with these members.
    case object(members: [Member])
    /// An object with one key, the name of a case, whose value is an object with the members of the case.
    case choice(cases: [Case])
    /// One of these texts or numbers.
    case values(of: WireType, all: [String])
    /// Another name for a type.
    case alias(WireType)
}

/// The types of an app's scenes, as a host receives and sends them.
package struct Schema: Codable, Hashable, Sendable {
    package struct Scene: Codable, Hashable, Sendable {
        package let name: String
        package let action: WireType
        package let state: WireType
        package let output: WireType
        /// `nil` for a scene without input, and for one that only appears as a child.
        package let input: WireType?
        package let isChild: Bool

        package init(
            name: String, action: WireType, state: WireType, output: WireType, input: WireType?, isChild: Bool
        ) {
            self.name = name
            self.action = action
            self.state = state
            self.output = output
            self.input = input
            self.isChild = isChild
        }
    }

    package var scenes: [Scene] = []
    package var types: [String: TypeDescription] = [:]

    package init(scenes: [Scene] = [], types: [String: TypeDescription] = [:]) {
        self.scenes = scenes
        self.types = types
    }

    /// The schema as JSON text. Equal types give equal text.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// The hash of the text. `welcome` contains it.
    package var hash: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
