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
    /// - Parameter arguments: without the name of the program; bytes, because they need not be text.
    package func run(_ arguments: [[UInt8]]) async -> ExitCode {
        let code = await follow(arguments)
        guard console.hasLostOutput else { return code }
        console.writeError("error: Standard output could not be written, so what is there is not complete.")
        return code == .success ? .lostOutput : code
    }

    private func follow(_ arguments: [[UInt8]]) async -> ExitCode {
        do throws(UsageError) {
            switch try ArgumentParser.parse(try ExactText.arguments(arguments)) {
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
