import Foundation
import ReceiptCommandLine

@main
enum Receipt {
    @MainActor static func main() async {
        signal(SIGPIPE, SIG_IGN)  // `receipt send … | head -1` must still send
        let program = ReceiptProgram(console: StandardConsole())
        let code = await program.run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }
}
