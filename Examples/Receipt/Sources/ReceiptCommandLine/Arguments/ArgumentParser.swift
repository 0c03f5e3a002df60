import Foundation
import ReceiptScenes
import ReceiptServices

/// Turns arguments into a ``ReceiptCommand``.
package struct ArgumentParser {
    private var rest: ArraySlice<String>
    private var options = ReceiptOptions()
    private var request = SendRequest()
    private var given: Set<String> = []

    /// - Parameter arguments: without the name of the program.
    package static func parse(_ arguments: [String]) throws(UsageError) -> ReceiptCommand {
        var parser = ArgumentParser(rest: arguments[...])
        return try parser.parse()
    }

    private init(rest: ArraySlice<String>) {
        self.rest = rest
    }

    private mutating func parse() throws(UsageError) -> ReceiptCommand {
        let isSend = rest.first == "send"
        if isSend { rest.removeFirst() }
        while let argument = rest.popFirst() {
            let (name, value) = Self.split(argument)
            if name == "--help" || name == "-h" || (argument == "help" && !isSend) { return .help }
            try option(name, value, isSend: isSend)
        }
        return isSend ? .send(options, request) : .session(options)
    }

    /// `--name=value` is the same as `--name value`.
    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    private mutating func option(_ name: String, _ value: String?, isSend: Bool) throws(UsageError) {
        switch name {
        case "--store":
            try onlyOnce(name)
            options.store = try self.value(of: name, value, remedy: "Give the folder of the store after it.")
        case "--server":
            try onlyOnce(name)
            options.server = try server(name, value)
        case "--camera":
            try onlyOnce(name)
            options.permissions.camera = try permission(name, value)
        case "--gallery":
            try onlyOnce(name)
            options.permissions.gallery = try permission(name, value)
        case "--trace":
            try onlyOnce(name)
            guard value == nil else { throw UsageError("“--trace” takes no value. Give just “--trace”.") }
            options.trace = true
        case "--attach" where isSend:
            request.images.append(.gallery(try self.value(of: name, value, remedy: "Give an image file after it.")))
        case "--shoot" where isSend:
            request.images.append(.camera(try self.value(of: name, value, remedy: "Give an image file after it.")))
        case "--requests" where isSend:
            try onlyOnce(name)
            request.requests = try self.value(of: name, value, remedy: "Give the text after it.", mayBeEmpty: true)
        case "--attach", "--shoot", "--requests":
            throw UsageError("“\(name)” is an option of “send”. Run “receipt send \(name) …”.")
        default:
            let kind = name.hasPrefix("-") ? "option" : "argument"
            throw UsageError("Unknown \(kind) “\(name)”. Run “receipt --help” to see what there is.")
        }
    }

    private mutating func onlyOnce(_ name: String) throws(UsageError) {
        guard given.insert(name).inserted else {
            throw UsageError("“\(name)” is given twice. Give it once.")
        }
    }

    /// A value that looks like an option is most likely the next option, its own value forgotten; with `=` it is meant.
    private mutating func value(
        of name: String,
        _ value: String?,
        remedy: String,
        mayBeEmpty: Bool = false
    ) throws(UsageError) -> String {
        if value == nil, rest.first?.hasPrefix("--") == true {
            throw UsageError("“\(name)” has no value. \(remedy) A value that begins with -- goes after “\(name)=”.")
        }
        guard let value = value ?? rest.popFirst() else { throw UsageError("“\(name)” has no value. \(remedy)") }
        guard mayBeEmpty || !value.isEmpty else { throw UsageError("The value of “\(name)” is empty. \(remedy)") }
        return value
    }

    private mutating func server(_ name: String, _ value: String?) throws(UsageError) -> String {
        let remedy = "Give an address such as http://localhost:8080."
        let address = try self.value(of: name, value, remedy: remedy)
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else { throw UsageError("“\(address)” is no address of a server. \(remedy)") }
        return address
    }

    private mutating func permission(_ name: String, _ value: String?) throws(UsageError) -> PermissionStatus {
        let choices = PermissionStatus.allCases.map(\.rawValue).joined(separator: ", ")
        let word = try self.value(of: name, value, remedy: "Give one of: \(choices).")
        guard let status = PermissionStatus(rawValue: word) else {
            throw UsageError("“\(word)” is no permission for “\(name)”. Give one of: \(choices).")
        }
        return status
    }
}
