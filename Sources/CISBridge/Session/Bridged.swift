public import CIS

/// A scene definition whose scenes a host in another process or language can open.
///
/// ```swift
/// extension Movies: Bridged {}              // shows its whole state, which is Encodable
/// extension Account: Bridged {              // shows a part of it
///     struct Shown: Encodable { let name: String }
///     static func view(of state: State) -> Shown { Shown(name: state.name) }
/// }
/// ```
///
/// Actions are decoded, what the scene shows and its outputs are encoded, as Swift's synthesised `Codable` writes them. Dates
/// are ISO 8601 text with milliseconds, `Data` is base64, `URL` is text, numbers that are not finite are `"NaN"`, `"Infinity"`
/// and `"-Infinity"`. Whole numbers beyond ±(2⁵³ − 1) are refused: make such a property a `String`.
public protocol Bridged: SceneDefinition where Action: Decodable, Output: Encodable {
    /// What the host is shown.
    associatedtype Shown: Encodable = State
    /// What the host is shown of a state. By default the whole state.
    ///
    /// Called on the main actor when a state may have to be sent, and not while the host is behind: at the end of a turn with
    /// commits, and before an output, a call, an error, and what opens or closes a scene. It must depend on nothing but the state. Arrays that it passes on as they are cost a comparison of their elements; arrays that
    /// it makes anew also cost what makes them.
    ///
    /// - Parameter state: The state as committed.
    static func view(of state: State) -> Shown
    /// What the host calls scenes of this definition that appear as children. By default the definition's own name.
    static var bridgedName: String { get }
}

extension Bridged {
    /// The definition's own name.
    public static var bridgedName: String { String(describing: Self.self) }
}

extension Bridged where Shown == State {
    /// The whole state.
    public static func view(of state: State) -> State { state }
}
