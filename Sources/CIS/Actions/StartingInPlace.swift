/// Whether this system can start a task in place. Linux always can; Apple systems since version 26.
var systemStartsTasksInPlace: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}
