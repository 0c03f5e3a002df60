import CISBridge
import SpecimenScene

if await !makeSpecimensApp().serve(arguments: CommandLine.arguments) {
    print("specimens-program --bridge stdio | schema")
}
