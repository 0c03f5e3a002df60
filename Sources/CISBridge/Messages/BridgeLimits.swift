/// Limits for one host. The app announces them in `welcome` and enforces them.
public struct BridgeLimits: Sendable, Hashable {
    /// The maximum number of bytes in a message. The default is 1 MiB.
    public var message = 1_048_576
    /// The maximum number of nested arrays and objects in a message. The default is 64. Values above 512 count as 512.
    public var depth = 64
    /// The maximum number of scenes that are open at once, including children. The default is 256.
    public var scenes = 256
    /// The maximum number of actions in flight. An action is in flight until its `done` is sent. The default is 256.
    public var inFlight = 256
    /// The maximum number of bytes that wait to be taken by the host. The default is 16 MiB. The same limit applies to the
    /// messages that wait to be handled, and to the inputs of the open scenes. A single message may always wait, whatever its
    /// size. A host that reads too slowly loses its connection, and may resume.
    public var waitingBytes = 16_777_216
    /// The maximum number of sessions that are kept for hosts that have lost their connection. If there are more, the oldest
    /// ends. The default is 1,000.
    public var retainedSessions = 1_000

    /// Creates the default limits.
    public init() {}

    /// The number of ended actions whose outcomes are remembered: four times the number of actions that can be in
    /// flight.
    var outcomes: Int {
        let (product, isTooHigh) = max(inFlight, 1).multipliedReportingOverflow(by: 4)
        return isTooHigh ? .max : product
    }
    /// The depth, limited so that the call stack cannot overflow.
    var readableDepth: Int { min(depth, JSONTree.greatestDepth) }
}
