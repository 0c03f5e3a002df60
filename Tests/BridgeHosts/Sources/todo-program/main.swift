import CISBridge
import TodoScene

if await !makeTodoApp().serve(arguments: CommandLine.arguments) { print("todo-program --bridge stdio | schema") }
