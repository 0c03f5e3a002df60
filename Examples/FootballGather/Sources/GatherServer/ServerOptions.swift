package import SceneWeb

/// What the server was started with.
package struct ServerOptions: Sendable, Equatable {
    /// A word that is not understood, and what would be.
    package struct Misuse: Error, CustomStringConvertible {
        package let description: String
    }

    /// The port, or 0 for any that is free. FG-NET-01.
    package var port = 8080
    /// The address to listen on.
    package var host = "127.0.0.1"
    /// Further names under which the server may be called.
    package var names: [String] = []
    /// Where everything is kept.
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

    /// - Throws: ``Misuse`` with a sentence.
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

    /// A name as ``AccessRules`` compares it. One with a port or a scheme would never be the one of a request.
    private static func name(_ word: String?) throws(Misuse) -> String {
        let misuse = "--name needs a name without scheme and port, such as gather.example or [2001:db8::1]."
        let name = try text(word, misuse)
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        guard !name.utf8.contains(UInt8(ascii: "/")), isBracketed || !name.utf8.contains(UInt8(ascii: ":")) else {
            throw Misuse(description: misuse)
        }
        return name
    }

    /// The names of this machine, the address, and those that were given.
    package var access: AccessRules {
        let address = host.contains(":") ? "[\(host)]" : host
        return AccessRules(hosts: AccessRules.loopback.hosts.union(names + [address]))
    }

    /// Where clients on this machine find a server.
    package func address(port: Int) -> String {
        switch host {
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        default: host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
        }
    }
}
