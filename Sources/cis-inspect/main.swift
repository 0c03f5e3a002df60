import Foundation

exit(InspectCommand(ProcessConsole()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
