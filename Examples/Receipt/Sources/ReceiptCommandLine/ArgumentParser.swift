import Foundation
import ReceiptScenes

/// Turns arguments into a ``ReceiptCommand``.
package struct ArgumentParser {
    private var rest: ArraySlice<String>
    private let isSend: Bool
    private var options = ReceiptOptions()
    private var request = SendRequest()
    private var given: Set<String> = []

    /// - Parameter arguments: without the name of the program.
    package static func parse(_ arguments: [String]) throws(UsageError) -> ReceiptCommand {
        var parser = ArgumentParser(arguments)
        return try parser.parse()
    }

    private init(_ arguments: [String]) {
        isSend = arguments.first == "send"
        rest = arguments.dropFirst(isSend ? 1 : 0)
    }

    private mutating func parse() throws(UsageError) -> ReceiptCommand {
        while let argument = rest.popFirst() {
            // `--name=value` is the same as `--name value`.
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, value) = argument.hasPrefix("--") && parts.count == 2 ? (parts[0], parts[1]) : (argument, nil)
            if name == "--help" || name == "-h" || (argument == "help" && !isSend) { return .help }
            try option(name, value)
        }
        return isSend ? .send(options, request) : .session(options)
    }

    private mutating func option(_ name: String, _ value: String?) throws(UsageError) {
        switch name {
        case "--store": options.store = try once(name, value, "Give the folder of the store after it.")
        case "--server": options.server = try server(name, value)
        case "--camera": options.permissions.camera = try permission(name, value)
        case "--gallery": options.permissions.gallery = try permission(name, value)
        case "--trace":
            try onlyOnce(name)
            guard value == nil else { throw UsageError("“--trace” takes no value. Give just “--trace”.") }
            options.trace = true
        case "--attach" where isSend:
            request.images.append(.gallery(try self.value(of: name, value, "Give an image file after it.")))
        case "--shoot" where isSend:
            request.images.append(.camera(try self.value(of: name, value, "Give an image file after it.")))
        case "--requests" where isSend:
            request.requests = try once(name, value, "Give the text after it.", mayBeEmpty: true)
        case "--attach", "--shoot", "--requests":
            throw UsageError("“\(name)” is an option of “send”. Run “receipt send \(name) …”.")
        default:
            let kind = name.hasPrefix("-") ? "option" : "argument"
            throw UsageError("Unknown \(kind) “\(name)”. Run “receipt --help” to see what there is.")
        }
    }

    private mutating func once(
        _ name: String, _ value: String?, _ remedy: String, mayBeEmpty: Bool = false
    ) throws(UsageError) -> String {
        try onlyOnce(name)
        return try self.value(of: name, value, remedy, mayBeEmpty: mayBeEmpty)
    }

    private mutating func onlyOnce(_ name: String) throws(UsageError) {
        guard given.insert(name).inserted else { throw UsageError("“\(name)” is given twice. Give it once.") }
    }

    /// A value that looks like an option is most likely the next option, its own value forgotten; with `=` it is meant.
    private mutating func value(
        of name: String, _ value: String?, _ remedy: String, mayBeEmpty: Bool = false
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
        let address = try once(name, value, remedy)
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else { throw UsageError("“\(address)” is no address of a server. \(remedy)") }
        return address
    }

    private mutating func permission(_ name: String, _ value: String?) throws(UsageError) -> PermissionStatus {
        let choices = "Give one of: \(PermissionStatus.allCases.map(\.rawValue).joined(separator: ", "))."
        let word = try once(name, value, choices)
        guard let status = PermissionStatus(rawValue: word) else {
            throw UsageError("“\(word)” is no permission for “\(name)”. \(choices)")
        }
        return status
    }
}
