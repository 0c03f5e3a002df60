import Foundation
import ReceiptCommandLine

@main
enum Receipt {
    @MainActor static func main() async {
        signal(SIGPIPE, SIG_IGN)  // `receipt send … | head -1` must still send
        let code = await ReceiptProgram(console: StandardConsole()).run(arguments)
        exit(code.rawValue)
    }

    /// Without the name of the program. `CommandLine.arguments` repairs what is no UTF-8; these are as they were typed.
    private static var arguments: [[UInt8]] {
        UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().map { argument in
            argument.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
        }
    }
}
