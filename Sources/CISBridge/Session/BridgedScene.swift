public import CIS
import Foundation

/// A scene that a host can open by its name; see ``BridgedApp``.
public struct BridgedScene: Sendable {
    let name: String
    /// The types that a host sees.
    let types: SceneTypes
    /// Whether an input of the host is used, and so kept.
    let takesInput: Bool
    /// Assembles the scene: anew, or from a snapshot. `nil` if it appears as a child only.
    let assemble: (@MainActor (JSONTree?, BridgeHost, SceneSnapshot?) throws -> any BridgeableNode)?

    /// Names a scene that is assembled from an input.
    ///
    /// - Parameters:
    ///   - name: What the host asks for.
    ///   - assemble: Assembles the scene, given the input that the host has sent, and the host, whose workers it may use.
    public init<Input: Decodable, Definition: Bridged>(
        _ name: String, assemble: @escaping @MainActor (Input, BridgeHost) -> SceneRuntime<Definition>
    ) {
        self.name = name
        types = SceneTypes(Definition.self, input: Input.self)
        takesInput = true
        self.assemble = { tree, host, snapshot in
            guard let tree else {
                throw WireError(.badInput, at: "/input", expected: "\(Input.self)", got: "nothing")
            }
            let input = try TreeDecoder.decode(Input.self, from: tree, code: .badInput, at: "/input")
            return try Self.make(snapshot) { assemble(input, host) }
        }
    }

    /// Names a scene without an input.
    ///
    /// - Parameters:
    ///   - name: What the host asks for.
    ///   - assemble: Assembles the scene, given the host, whose workers it may use.
    public init<Definition: Bridged>(
        _ name: String, assemble: @escaping @MainActor (BridgeHost) -> SceneRuntime<Definition>
    ) {
        self.name = name
        types = SceneTypes(Definition.self)
        takesInput = false
        self.assemble = { _, host, snapshot in try Self.make(snapshot) { assemble(host) } }
    }

    /// Names a scene without an input that needs nothing of the host.
    ///
    /// - Parameters:
    ///   - name: What the host asks for.
    ///   - assemble: Assembles the scene.
    public init<Definition: Bridged>(
        _ name: String, assemble: @escaping @MainActor () -> SceneRuntime<Definition>
    ) {
        self.init(name) { _ in assemble() }
    }

    /// Names scenes that appear as children only: hosts cannot open them, but the schema, and with it the generated clients, have
    /// their types.
    ///
    /// - Parameter definition: The definition of the children. Their name is its ``Bridged/bridgedName``.
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
    /// Keeps the states of sessions that nobody is connected to.
    static let bridge = StateCoder(
        encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
        decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
}

/// Collects the scenes of a ``BridgedApp``.
@resultBuilder
public enum BridgedSceneBuilder: Sendable {
    /// One scene.
    public static func buildExpression(_ scene: BridgedScene) -> [BridgedScene] { [scene] }
    /// Several scenes, one after the other.
    public static func buildBlock(_ scenes: [BridgedScene]...) -> [BridgedScene] { scenes.flatMap { $0 } }
    /// Scenes that exist under a condition.
    public static func buildOptional(_ scenes: [BridgedScene]?) -> [BridgedScene] { scenes ?? [] }
    /// The scenes of the first of two branches.
    public static func buildEither(first scenes: [BridgedScene]) -> [BridgedScene] { scenes }
    /// The scenes of the second of two branches.
    public static func buildEither(second scenes: [BridgedScene]) -> [BridgedScene] { scenes }
    /// The scenes of a loop.
    public static func buildArray(_ scenes: [[BridgedScene]]) -> [BridgedScene] { scenes.flatMap { $0 } }
}
