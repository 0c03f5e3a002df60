import Testing

/// The suites that drive programs. They run one after the other, because each blocks a thread while it waits for a program, and
/// the other tests need a thread.
@Suite(.serialized) enum FrontEnds {}
