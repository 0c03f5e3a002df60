internal import CCISBridge

/// The texts of the statuses.
enum HostStatus {
    static func text(_ status: Int) -> StaticString {
        switch status {
        case CIS_OK: "The call succeeded."
        case 1: "A message was taken."
        case CIS_WRONG_THREAD: "This call belongs on the process's first thread."
        case CIS_NO_CORE: "There is no such core: the handle is 0, was closed, or was never one."
        case CIS_BAD_ARGUMENT: "A pointer is NULL, or the size of the configuration is not known."
        case CIS_IN_HINT: "A hint must not call the library, except for cis_release."
        case CIS_NESTED: "The app is running: call this after the turn, the opening or the closing has ended."
        case CIS_NOT_RELEASED: "The last message of this core was not released."
        case CIS_BUSY: "Too many bytes wait to be handled: call cis_turn, then send again."
        case CIS_FINISHED: "No more messages will come: the connection is over."
        case CIS_STALLED:
            """
            The main actor ran nothing within a second: other code runs the main queue, or the caller is a block of the main \
            queue.
            """
        case CIS_SECOND_COPY:
            "The process has another copy of this library: put all scenes that it uses into one library."
        case CIS_NO_DESCRIPTOR: "There is nothing to poll on this system: run the main run loop, or call cis_turn."
        case CIS_NO_APP: "The function in the configuration has offered no app."
        case CIS_LOADED_ELSEWHERE:
            "The library was loaded on another thread: load it on the process's first thread, and call cis_open there."
        default: "There is no such status."
        }
    }
}
