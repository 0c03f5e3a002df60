/// Describes a source to a test tool.
package struct TrackedSource: Sendable, CustomStringConvertible {
    /// The id that the scene has given to the source.
    package let id: GroupID
    package let scene: SceneIdentity
    /// The type of the sequence that the source reads.
    package let sequence: any Any.Type

    package var description: String { "source \(id)" }
}
