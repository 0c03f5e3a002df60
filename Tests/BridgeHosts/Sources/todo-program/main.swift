import CISBridge
import TodoScene

await makeTodoApp().serveStandardStreams()
