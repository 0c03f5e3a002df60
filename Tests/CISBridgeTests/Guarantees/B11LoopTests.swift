#if os(Linux)
import Testing

/// `cis_open` proves that a job of the main actor runs within a second. While nothing happens, no processor time is used.
@Suite struct `B11 the loop runs` {
    @Test func `a core is not opened where the main actor does not run`() throws {
        try expectSuccess(ofCoreCheck: "stalled")
    }

    @Test func `100 open sessions without work never ask for a turn`() throws {
        try expectSuccess(ofCoreCheck: "idle")
    }
}
#endif
