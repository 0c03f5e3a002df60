package import CIS
import MoviesDomain
package import MoviesScenes
package import TerminalKit

/// Shows the screens as text, and turns lines into actions.
@MainActor package final class Terminal {
    private let app: SceneRuntime<MoviesList>
    private let console: Console
    private var details: SceneRuntime<MovieDetails>? { app.child(of: \.details, as: MovieDetails.self) }
    private var suggestions: SceneRuntime<Suggestions>? { app.child(of: \.suggestions, as: Suggestions.self) }

    /// The commands.
    package nonisolated static var help: String { Verb.helpText }

    private enum Verb: String, Command {
        case search, more, open, recent, back, help, quit

        var usage: CommandUsage {
            switch self {
            case .search: .init("search films", .required("TEXT"))
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
    ///   - console: Reads the lines, and shows the screens.
    package init(_ app: SceneRuntime<MoviesList>, _ console: Console) {
        self.app = app
        self.console = console
    }

    /// Follows commands until there are no more, or until `quit`.
    ///
    /// - Throws: ``ScriptError`` for a wrong command, if there is no person who can continue.
    package func run() async throws {
        draw()
        try await console.follow { line, _ in
            let (verb, argument) = try Verb.read(line)
            switch verb {
            case .quit: return false
            case .help: console.write(Self.help)
            case .search, .more, .open, .recent, .back:
                defer { draw() }
                try await carryOut(verb, argument)
                await finish { $0.domainState.loading == .none }
            }
            return true
        }
    }

    private func carryOut(_ verb: Verb, _ argument: String) async throws {
        await app.run(.alertClosed)
        // What covers the list would hide what this shows.
        if verb != .open { await uncover() }
        switch verb {
        case .search:
            await app.run(.textChanged(argument))
            await app.run(.searchTapped)
        case .more: await app.run(.lastRowShown)
        case .open:
            await app.run(.rowTapped(try element(argument, of: app.state.items.ids)))
            await details?.run(.laidOut(width: 342))
        case .recent:
            await app.run(.searchFocused)
            await suggestions?.run(.appeared)
            if argument.isEmpty { break }
            await suggestions?.run(.rowTapped(try element(argument, of: suggestions?.state.items ?? [])))
            await finish { !$0.isSearching }
        case .back, .help, .quit: break
        }
    }

    private func uncover() async {
        await details?.run(.closeTapped)
        await app.run(.searchUnfocused)
        await finish { !$0.details.isPresented }
    }

    /// Returns the element of a list with the number that was typed.
    private func element<Element>(_ number: String, of list: [Element]) throws -> Element {
        if let number = Int(number), number > 0, number <= list.count { return list[number - 1] }
        let remedy = list.isEmpty ? "It is empty; search first." : "Give a number from 1 to \(list.count)."
        throw UsageError("“\(number)” is not in the list. \(remedy)")
    }

    /// Waits until the state meets a condition. An output of a child starts a further action of the list, which may run later.
    private func finish(_ isFinished: (MoviesList.State) -> Bool) async {
        for await state in app.values(\.self) where isFinished(state) { return }
    }

    // MARK: Drawing

    private func draw() {
        if let alert = app.state.alert { console.write("! \(app.state.wording.texts.error): \(alert)") }
        if let film = details?.state {
            drawDetails(film)
        } else if let queries = suggestions?.state.items, !queries.isEmpty {
            for (index, query) in queries.enumerated() { console.write("  \(index + 1). \(query.text)") }
        } else {
            drawList(app.state)
        }
    }

    private func drawDetails(_ film: MovieDetails.State) {
        console.write("━━━ \(film.title) ━━━")
        console.write(film.date)
        if !film.overview.isEmpty { console.write(film.overview) }
        if let poster = film.poster { console.write("[\(poster)]") }
    }

    private func drawList(_ state: MoviesList.State) {
        console.write("━━━ \(state.wording.texts.title) ━━━")
        if state.content == .empty, state.alert == nil { console.write("  (\(state.emptyText))") }
        for (index, row) in state.items.enumerated() { console.write("  \(index + 1). \(row.title)  \(row.date)") }
        if state.domainState.hasMorePages, !state.items.isEmpty { console.write("  …") }
    }
}
