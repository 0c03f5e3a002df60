public import CIS
import Foundation

/// A scene that a host can open by name; see ``BridgedApp``.
public struct BridgedScene: Sendable {
    let name: String
    /// The types of the values that a host and the scene exchange.
    let types: SceneTypes
    /// Whether the scene uses an input. If so, the session keeps the input to be able to open the scene again.
    let takesInput: Bool
    /// Assembles the scene, from a snapshot if one is given. `nil` if the scene appears only as a child.
    let assemble: (@MainActor (JSONTree?, BridgeHost, SceneSnapshot?) throws -> any BridgeableNode)?

    /// Creates a scene that is assembled from an input and may use workers of the host.
    ///
    /// - Parameters:
    ///   - name: The name by which a host opens the scene.
    ///   - assemble: Assembles the scene from the input that the host sent and the workers of the host. If the type of the input
    ///     is optional, a host may send none.
    public init<Input: Decodable, Definition: Bridged>(
        _ name: String, assemble: @escaping @MainActor (Input, BridgeHost) -> SceneRuntime<Definition>
    ) {
        self.name = name
        types = SceneTypes(Definition.self, input: Input.self)
        takesInput = true
        self.assemble = { tree, host, snapshot in
            // An input that is optional may be absent or `null`.
            guard let tree = tree ?? (Input.self is any ExpressibleByNilLiteral.Type ? JSONTree.null : nil) else {
                throw WireError(.badInput, at: "/input", expected: "\(Input.self)", got: "nothing")
            }
            let input = try TreeDecoder.decode(Input.self, from: tree, code: .badInput, at: "/input")
            return try Self.make(snapshot) { assemble(input, host) }
        }
    }

    /// Creates a scene that takes no input and may use workers of the host.
    ///
    /// - Parameters:
    ///   - name: The name by which a host opens the scene.
    ///   - assemble: Assembles the scene with the workers of the host.
    public init<Definition: Bridged>(
        _ name: String, assemble: @escaping @MainActor (BridgeHost) -> SceneRuntime<Definition>
    ) {
        self.name = name
        types = SceneTypes(Definition.self)
        takesInput = false
        self.assemble = { _, host, snapshot in try Self.make(snapshot) { assemble(host) } }
    }

    /// Creates a scene that takes no input and uses no workers of the host.
    ///
    /// - Parameters:
    ///   - name: The name by which a host opens the scene.
    ///   - assemble: Assembles the scene.
    public init<Definition: Bridged>(
        _ name: String, assemble: @escaping @MainActor () -> SceneRuntime<Definition>
    ) {
        self.init(name) { _ in assemble() }
    }

    /// Declares scenes that appear only as children of other scenes. A host cannot open them by name. Their types
    /// become part of the schema and of the generated clients.
    ///
    /// - Parameter definition: The definition of the children. Its ``Bridged/bridgedName`` is their name.
    public static func child<Definition: Bridged>(_ definition: Definition.Type) -> BridgedScene {
        BridgedScene(name: Definition.bridgedName, types: SceneTypes(Definition.self))
    }

    private init(name: String, types: SceneTypes) {
        self.name = name
        self.types = types
        takesInput = false
        assemble = nil
    }

    @MainActor
    private static func make<Definition: Bridged>(
        _ snapshot: SceneSnapshot?, _ assemble: () -> SceneRuntime<Definition>
    ) throws -> any BridgeableNode {
        guard let snapshot else { return assemble() }
        return try snapshot.restore(using: .bridge, assemble)
    }
}

extension StateCoder {
    /// Encodes the states of saved sessions.
    static let bridge = StateCoder(
        encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
        decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
}

/// Collects the scenes of a ``BridgedApp``.
@resultBuilder
public enum BridgedSceneBuilder: Sendable {
    /// Returns one scene.
    public static func buildExpression(_ scene: BridgedScene) -> [BridgedScene] { [scene] }
    /// Returns several scenes, one after the other.
    public static func buildBlock(_ scenes: [BridgedScene]...) -> [BridgedScene] { scenes.flatMap { $0 } }
    /// Returns the scenes of an `if` without `else`.
    public static func buildOptional(_ scenes: [BridgedScene]?) -> [BridgedScene] { scenes ?? [] }
    /// Returns the scenes of the first of two branches.
    public static func buildEither(first scenes: [BridgedScene]) -> [BridgedScene] { scenes }
    /// Returns the scenes of the second of two branches.
    public static func buildEither(second scenes: [BridgedScene]) -> [BridgedScene] { scenes }
    /// Returns the scenes of a loop.
    public static func buildArray(_ scenes: [[BridgedScene]]) -> [BridgedScene] { scenes.flatMap { $0 } }
}
