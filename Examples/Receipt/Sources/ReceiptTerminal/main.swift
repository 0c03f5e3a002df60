import Foundation
import ReceiptCommandLine

signal(SIGPIPE, SIG_IGN)  // `receipt send … | head -1` must still send
exit(await Receipt().run(Array(CommandLine.arguments.dropFirst())).rawValue)
