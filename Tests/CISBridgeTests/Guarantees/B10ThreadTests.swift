#if os(Linux)
import Testing

/// The header documents the threads on which each function may be called. A wrong thread returns a status and has no effect. The
/// library calls the host only through its hint, which must not call functions of the library.
@Suite struct `B10 threads` {
    @Test func `a host drives a scene through the C interface`() throws {
        try expectSuccess(ofCoreCheck: "session")
    }

    @Test func `on another thread a call for the loop's thread returns a status, and other calls work`() throws {
        try expectSuccess(ofCoreCheck: "threads")
    }

    @Test func `a handle that is 0, closed or invalid returns a status`() throws {
        try expectSuccess(ofCoreCheck: "handles")
    }

    @Test func `a NULL pointer, and a function that offers no app, return statuses`() throws {
        try expectSuccess(ofCoreCheck: "arguments")
    }

    @Test func `inside of a hint every call returns a status`() throws {
        try expectSuccess(ofCoreCheck: "hint")
    }

    @Test func `inside of a turn no other turn begins, and no core is opened or closed`() throws {
        try expectSuccess(ofCoreCheck: "nested")
    }

    @Test func `taking a second message without a release returns a status, and a message outlives its core`() throws {
        try expectSuccess(ofCoreCheck: "release")
    }

    @Test func `two cores in one process share a descriptor, and have their own messages`() throws {
        try expectSuccess(ofCoreCheck: "two")
    }

    @Test func `a message that does not fit returns a status, until a turn has made room`() throws {
        try expectSuccess(ofCoreCheck: "busy")
    }

    @Test func `a connection that has ended is distinguished from one without messages`() throws {
        try expectSuccess(ofCoreCheck: "finished")
    }

    @Test func `closing a core handles everything that was sent before`() throws {
        try expectSuccess(ofCoreCheck: "closing")
    }

    @Test func `a session continues in another core`() throws {
        try expectSuccess(ofCoreCheck: "resume")
    }

    @Test func `closing the last core releases the app and its scenes`() throws {
        try expectSuccess(ofCoreCheck: "lifetime")
    }

    @Test func `every status has a sentence of its own`() throws {
        try expectSuccess(ofCoreCheck: "texts")
    }
}
#endif
