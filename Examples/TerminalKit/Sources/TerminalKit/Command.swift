import Foundation

/// The commands of a program: an enum whose raw values are their names.
///
/// ```swift
/// enum Verb: String, Command {
///     case open, quit
///
///     var usage: CommandUsage {
///         switch self {
///         case .open: .init("open a film of the list", .required("NUMBER"))
///         case .quit: .init("end; so does the end of input")
///         }
///     }
/// }
/// let (verb, number) = try Verb.read("open 3")
/// ```
public protocol Command: RawRepresentable<String>, CaseIterable, Sendable {
    /// How the command is used, for the help.
    var usage: CommandUsage { get }
}

/// How a command is used.
public struct CommandUsage: Sendable {
    /// What follows the name of a command.
    public enum Argument: Sendable {
        case none
        /// A word for the help, such as `FILE`.
        case required(String), optional(String)
        /// A text that is taken as it is: only the first blank is no part of it. It may be empty.
        case text(String)
    }

    let summary: String
    let argument: Argument
    let label: String?

    /// - Parameters:
    ///   - summary: What the command does.
    ///   - argument: What follows its name.
    ///   - label: The label of the button that does the same. It can be typed instead of the name.
    public init(_ summary: String, _ argument: Argument = .none, label: String? = nil) {
        self.summary = summary
        self.argument = argument
        self.label = label
    }

    /// The argument as the help shows it.
    fileprivate var argumentText: String {
        switch argument {
        case .none: ""
        case .required(let name), .text(let name): " \(name)"
        case .optional(let name): " [\(name)]"
        }
    }

    /// The label in brackets and a blank, or nothing.
    fileprivate var sign: String { label.map { "[\($0)] " } ?? "" }
}

extension Command {
    /// The command as a screen shows it: `[Next] next`, `open NUMBER`. An argument that may be absent is not shown.
    public var button: String {
        if case .optional = usage.argument { return "\(usage.sign)\(rawValue)" }
        return "\(usage.sign)\(rawValue)\(usage.argumentText)"
    }

    /// All commands, one per line.
    public static var helpText: String {
        let names = allCases.map { $0.rawValue + $0.usage.argumentText }
        let width = names.map(\.count).max() ?? 0
        return zip(allCases, names).map { command, name in
            "  \(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(command.usage.sign)\(command.usage.summary)"
        }.joined(separator: "\n")
    }

    /// Returns the command with whose name or label a line begins, and the text that follows. The case does not matter.
    ///
    /// - Throws: ``UsageError``, if there is no such command, or if its argument is missing or superfluous.
    public static func read(_ line: Substring) throws -> (command: Self, argument: String) {
        for command in allCases {
            for name in [command.rawValue, command.usage.label ?? command.rawValue] {
                let rest = line.dropFirst(name.count)
                guard line.dropLast(rest.count).lowercased() == name.lowercased(), rest.first?.isWhitespace ?? true
                else { continue }
                return (command, try command.argument(rest))
            }
        }
        throw UsageError("Unknown command “\(line.prefix { !$0.isWhitespace })”. Type “help” to see the commands.")
    }

    private func argument(_ rest: Substring) throws -> String {
        let word = rest.trimmingCharacters(in: .whitespaces)  // it ends with the line, so blanks in it need no quotes
        switch usage.argument {
        case .text: return String(rest.dropFirst())
        case .none where !word.isEmpty:
            throw UsageError("“\(rawValue)” takes nothing after it. Type just “\(rawValue)”.")
        case .required(let name) where word.isEmpty:
            throw UsageError("“\(rawValue)” needs a \(name.lowercased()). Type “\(rawValue) \(name)”.")
        default: return word
        }
    }
}
