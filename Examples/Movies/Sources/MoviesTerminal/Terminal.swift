package import CIS
import MoviesDomain
package import MoviesScenes
import TerminalKit

/// Shows the screens as text, and turns lines into actions.
@MainActor package final class Terminal {
    private let app: SceneRuntime<MoviesList>
    private let write: (String) -> Void
    private var details: SceneRuntime<MovieDetails>? { app.child(of: \.details, as: MovieDetails.self) }
    private var suggestions: SceneRuntime<Suggestions>? { app.child(of: \.suggestions, as: Suggestions.self) }

    /// The commands.
    package nonisolated static var help: String { Verb.helpText }

    private enum Verb: String, Command {
        case search, more, open, recent, back, help, quit

        var usage: CommandUsage {
            switch self {
            case .search: .init("search films", .required("WORDS"))
            case .more: .init("load the next page")
            case .open: .init("show a film of the list", .required("NUMBER"))
            case .recent: .init("list the queries of before, or search one of them again", .optional("NUMBER"))
            case .back: .init("close what covers the list")
            case .help: .init("list the commands")
            case .quit: .init("end; so does the end of input")
            }
        }
    }

    /// - Parameters:
    ///   - app: The first screen.
    ///   - write: Writes a text and a line break.
    package init(_ app: SceneRuntime<MoviesList>, write: @escaping (String) -> Void) {
        self.app = app
        self.write = write
    }

    /// Reads commands until there are no more, or until `quit`.
    package func run(_ nextLine: () async -> String?) async {
        draw()
        while let line = await nextLine() {
            let line = line.drop { $0.isWhitespace }
            if line.isEmpty { continue }
            let command = try? Verb.read(line)
            if command?.command == .quit { return }
            guard let (verb, rest) = command, verb != .help, await carryOut(verb, rest) else {
                write(Self.help)
                continue
            }
            await settle()
            draw()
        }
    }

    /// Carries out a command. Returns `false` if the line is not a command.
    private func carryOut(_ verb: Verb, _ rest: String) async -> Bool {
        await app.run(.alertClosed)
        switch verb {
        case .search:
            await app.run(.textChanged(rest))
            await app.run(.searchTapped)
        case .more: await app.run(.lastRowShown)
        case .open:
            guard let index = Int(rest).map({ $0 - 1 }), app.state.items.indices.contains(index) else { return false }
            await app.run(.rowTapped(app.state.items[index].id))
            await details?.run(.laidOut(width: 342))
        case .recent:
            await app.run(.searchFocused)
            await suggestions?.run(.appeared)
            guard let index = Int(rest).map({ $0 - 1 }) else { return rest.isEmpty }
            guard let items = suggestions?.state.items, items.indices.contains(index) else { return false }
            await suggestions?.run(.rowTapped(items[index]))
            await finish { !$0.isSearching }
        case .back:
            await details?.run(.closeTapped)
            await app.run(.searchUnfocused)
            await finish { !$0.details.isPresented }
        case .help, .quit: break
        }
        return true
    }

    /// Waits until nothing is being loaded.
    private func settle() async { await finish { $0.domainState.loading == .none } }

    /// Waits until the state meets a condition. An output of a child starts a further action of the list, which may run later.
    private func finish(_ isFinished: (MoviesList.State) -> Bool) async {
        for await state in app.values(\.self) where isFinished(state) { return }
    }

    // MARK: Drawing

    private func draw() {
        if let alert = app.state.alert { write("! \(app.state.wording.texts.error): \(alert)") }
        if let film = details?.state {
            drawDetails(film)
        } else if let queries = suggestions?.state.items {
            for (index, query) in queries.enumerated() { write("  \(index + 1). \(query.text)") }
        } else {
            drawList(app.state)
        }
    }

    private func drawDetails(_ film: MovieDetails.State) {
        write("━━━ \(film.title) ━━━")
        write(film.date)
        if !film.overview.isEmpty { write(film.overview) }
        if let poster = film.poster { write("[\(poster)]") }
    }

    private func drawList(_ state: MoviesList.State) {
        write("━━━ \(state.wording.texts.title) ━━━")
        if state.content == .empty, state.alert == nil { write("  (\(state.emptyText))") }
        for (index, row) in state.items.enumerated() { write("  \(index + 1). \(row.title)  \(row.date)") }
        if state.domainState.hasMorePages, !state.items.isEmpty { write("  …") }
    }
}
