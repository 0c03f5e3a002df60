package import SceneWeb

/// The arguments of the server.
package struct ServerOptions: Sendable, Equatable {
    /// An argument that is not understood. The description says what is expected.
    package struct Misuse: Error, CustomStringConvertible {
        package let description: String
    }

    /// FG-NET-01: the port, or 0 for any free one.
    package var port = 8080
    /// The address to listen on.
    package var host = "127.0.0.1"
    /// Further names under which the server may be called.
    package var names: [String] = []
    /// The database that stores all data.
    package var database = DatabaseLocation.file("football-gather.sqlite")

    package init() {}

    package static let help = """
        usage: gather-server [--port N] [--host ADDRESS] [--name NAME]… [--database FILE|postgres://…]

        Keeps the users, players and gathers of Football Gather.
          --port N         the port, 8080 without it; 0 for any that is free
          --host ADDRESS   the address to listen on, 127.0.0.1 without it; 0.0.0.0 for all of this machine
          --name NAME      a name that clients call the server by, beside those of this machine; may be repeated
          --database FILE  a file, football-gather.sqlite without it; it is made if there is none
          --database postgres://[USER@]HOST[:PORT]/NAME
                           a database of PostgreSQL. Put the password into PGPASSWORD or ~/.pgpass: others on this
                           machine can read the arguments of a program

        SIGTERM and SIGINT stop it when the requests in flight are answered, a second one at once.
        """

    /// Reads the arguments.
    ///
    /// - Throws: ``Misuse``.
    package init(_ arguments: some Sequence<String>) throws(Misuse) {
        var words = arguments.makeIterator()
        while let word = words.next() {
            switch word {
            case "--port":
                guard let port = words.next().flatMap({ UInt16($0) }) else {
                    throw Misuse(description: "--port needs a port, from 0 to 65535.")
                }
                self.port = Int(port)
            case "--host": host = try Self.text(words.next(), "--host needs an address in numbers.")
            case "--name": names.append(try Self.name(words.next()))
            case "--database":
                database = try DatabaseLocation(
                    Self.text(words.next(), "--database needs a file, or an address that begins with postgres://."))
            default: throw Misuse(description: "“\(word)” is no option. --help lists them.")
            }
        }
    }

    private static func text(_ word: String?, _ misuse: String) throws(Misuse) -> String {
        guard let word, !word.isEmpty, !word.hasPrefix("--") else { throw Misuse(description: misuse) }
        return word
    }

    /// Returns a name in the form that ``AccessRules`` compares. A name with a port or a scheme would never match a request.
    private static func name(_ word: String?) throws(Misuse) -> String {
        let misuse = "--name needs a name without scheme and port, such as gather.example or [2001:db8::1]."
        let name = try text(word, misuse)
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        guard !name.utf8.contains(UInt8(ascii: "/")), isBracketed || !name.utf8.contains(UInt8(ascii: ":")) else {
            throw Misuse(description: misuse)
        }
        return name
    }

    /// Permits requests to the names of this machine, to the address, and to the given names.
    package var access: AccessRules {
        let address = host.contains(":") ? "[\(host)]" : host
        return AccessRules(hosts: AccessRules.loopback.hosts.union(names + [address]))
    }

    /// Returns the address at which clients on this machine reach the server.
    package func address(port: Int) -> String {
        switch host {
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        default: host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
        }
    }
}
