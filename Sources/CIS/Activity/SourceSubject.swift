/// What a source is, in the ledger.
package struct SourceSubject: Sendable, CustomStringConvertible {
    /// What the scene names it by.
    package let id: GroupID
    package let scene: SceneIdentity
    /// The sequence that it reads, if nobody accounts for that.
    package let unaccounted: (any Any.Type)?

    package var description: String { "source \(id)" }
}
