package import SceneWeb

/// The options that the server was started with.
package struct ServerOptions: Sendable, Equatable {
    /// An argument that is not understood. The description says what is expected.
    package struct Misuse: Error, CustomStringConvertible {
        package let description: String
    }

    /// The port, or 0 for any free one.
    package private(set) var port = 0
    /// How the first, the second, … search is answered.
    package private(set) var answers: [PlannedAnswers.Kind] = []

    package static let help = """
        usage: movies-server [--port N] [--answers ok|slow|error|broken[,…]]

        Serves 300 films that nobody has made, as a service like api.themoviedb.org would, on this machine.
          --port N        the port; without it any that is free
          --answers LIST  how the first, the second, … search is answered; the last one goes on
        """

    /// Reads the arguments.
    ///
    /// - Throws: ``Misuse``.
    package init(_ arguments: some Sequence<String>) throws(Misuse) {
        var words = arguments.makeIterator()
        while let word = words.next() {
            switch word {
            case "--port":
                let text = try Self.value(of: word, words.next())
                guard let port = UInt16(text) else {
                    throw Misuse(description: "--port \(text): write a port from 0 to 65535; 0 is any that is free.")
                }
                self.port = Int(port)
            case "--answers":
                let text = try Self.value(of: word, words.next())
                do { answers = try PlannedAnswers.Kind.list(text) } catch {
                    throw Misuse(description: "--answers: \(error)")
                }
            default: throw Misuse(description: "“\(word)” is no option. --help lists them.")
            }
        }
    }

    private static func value(of name: String, _ word: String?) throws(Misuse) -> String {
        guard let word else { throw Misuse(description: "\(name) lacks its value. --help says what it may be.") }
        return word
    }
}
