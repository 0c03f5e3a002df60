/// The place in the source at which an action or a mutation was executed.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    public let fileID: StaticString
    /// The line, counted from 1.
    public let line: UInt

    /// Creates a call site. Public functions pass their parameters `fileID` and `line`, whose defaults are the caller's
    /// file and line.
    @inlinable
    public init(fileID: StaticString, line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    /// The place, as `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// Whether both name the same line of the same file.
    public static func == (lhs: CallSite, rhs: CallSite) -> Bool {
        lhs.line == rhs.line && lhs.fileID.description == rhs.fileID.description
    }

    /// Hashes file and line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID.description)
        hasher.combine(line)
    }
}
