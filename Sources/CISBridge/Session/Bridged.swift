public import CIS

/// A scene definition whose scenes can be opened by a host in another process or language.
///
/// ```swift
/// extension Movies: Bridged {}  // shows its whole state, which is Encodable
/// extension Account: Bridged {  // shows a part of it
///     struct Shown: Encodable { let name: String }
///     static func view(of state: State) -> Shown { Shown(name: state.name) }
/// }
/// ```
///
/// Actions are decoded, and `Shown` and outputs are encoded, in the format of Swift's synthesised `Codable`. Dates are
/// ISO 8601 text with milliseconds. `Data` is base64 text, and `URL` is text. Numbers that are not finite are `"NaN"`,
/// `"Infinity"` and `"-Infinity"`. Whole numbers beyond ±(2⁵³ − 1) are refused; make such a property a `String`.
public protocol Bridged: SceneDefinition where Action: Decodable, Output: Encodable {
    /// The type of the value that the host receives. The default is the type of the state.
    associatedtype Shown: Encodable = State
    /// Returns the part of a state that the host receives. The default is the whole state.
    ///
    /// The result must depend only on the state.
    ///
    /// The function is called on the main actor when a state may have to be sent: at the end of a turn with commits,
    /// and before an output, a call, an error, or a message that opens or closes a scene. It is not called while the
    /// host has too many unacknowledged states.
    ///
    /// Every array in the result is compared with the one sent before. An array that the function builds anew also
    /// costs the time to build it.
    ///
    /// - Parameter state: The committed state.
    static func view(of state: State) -> Shown
    /// The name under which the host receives child scenes of this definition. The default is the name of the type.
    static var bridgedName: String { get }
}

extension Bridged {
    /// The name of the definition's type.
    public static var bridgedName: String { String(describing: Self.self) }
}

extension Bridged where Shown == State {
    /// Returns the whole state.
    public static func view(of state: State) -> State { state }
}
