import CISBridge
import TodoScene

await Todo.app().serveStandardStreams()
