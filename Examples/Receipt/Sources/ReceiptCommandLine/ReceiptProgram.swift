/// The whole program but for standard input and output.
@MainActor package struct ReceiptProgram {
    private let console: any Console
    private let surroundings: Surroundings

    /// - Parameter console: kept for the whole run.
    package init(console: any Console, surroundings: Surroundings = Surroundings()) {
        self.console = console
        self.surroundings = surroundings
    }

    /// Runs to the end of the request, of the script or of the session.
    ///
    /// - Parameter arguments: without the name of the program.
    package func run(_ arguments: [String]) async -> ExitCode {
        do throws(UsageError) {
            switch try ArgumentParser.parse(arguments) {
            case .help:
                console.write(HelpText.usage)
                return .success
            case .session(let options):
                return await SessionRunner(app: app(options), console: console, home: surroundings.home).run()
            case .send(let options, let request):
                return await SendRunner(app: app(options), console: console).run(request)
            }
        } catch {
            console.writeError("error: \(Printable.text(error.description))")
            return .usage
        }
    }

    private func app(_ options: ReceiptOptions) -> ReceiptApp {
        ReceiptApp(options, console: console, surroundings: surroundings)
    }
}
