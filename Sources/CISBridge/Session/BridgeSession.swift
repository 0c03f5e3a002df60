import CIS

/// One connection of a host: bytes in, messages out. What a transport holds.
///
/// ```swift
/// let session = app.session()
/// session.onMessages { wakeTheTransport() }        // or: for await message in session.messages { … }
/// session.send(bytes)                              // one message, from any thread
/// while let message = session.next() { write(message) }
/// ```
///
/// The first message must be `hello`. It begins a session, or goes on with one that has lost its connection. Releasing this
/// object, or ``disconnect()``, ends the connection and not the session: that is kept for the app's retention time.
public final class BridgeSession: Sendable {
    private let connection: Connection

    @MainActor
    init(app: BridgedApp) {
        connection = Connection(app: app)
    }

    deinit {
        connection.disconnect()
    }

    /// Takes one message of the host: the bytes of one JSON object. Copies them, and returns before they are looked at, which
    /// happens on the main actor, in the order of the calls of each thread.
    ///
    /// - Parameter bytes: The message. Whatever it is, the answer is a message. Blank ones are ignored.
    /// - Returns: Whether it was taken. If not, too much waits to be handled: send it again later. Behind the end of the
    ///   connection everything is taken, and dropped.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Bool {
        connection.take(.message(Array(bytes)))
    }

    /// Takes a line of a stream; see ``LineSplitter``.
    ///
    /// - Returns: Whether it was taken, as of ``send(_:)``.
    @discardableResult
    public func send(_ line: LineSplitter.Line) -> Bool { connection.take(line) }

    /// Calls a function once, on any thread, when messages may be taken again that were not, or none will be any more.
    public func whenRoom(_ call: @escaping @Sendable () -> Void) { connection.whenRoom(call) }

    /// The next message for the host, without the end of a line, if there is one. From any thread.
    public func next() -> [UInt8]? { connection.outbox.next() }

    /// Whether no more messages will come: the host has said `bye`, the connection was ended, or another has taken the session
    /// over.
    public var isFinished: Bool { connection.outbox.isFinished }

    /// Whether no more messages will come, and no more are handled. Some may wait to be taken.
    var isOver: Bool { connection.outbox.isOver }

    /// Sets a function that is called when messages wait, on any thread; at once if some wait already. It must only wake
    /// the transport, and must not call this object.
    public func onMessages(_ hint: (@Sendable () -> Void)?) { connection.outbox.setHint(hint) }

    /// The messages for the host, one after the other, until there will be no more. For one reader.
    public var messages: Messages { Messages(outbox: connection.outbox) }

    /// The messages for a host as a sequence.
    public struct Messages: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let outbox: Outbox

        /// The next message. Waits until there is one.
        ///
        /// - Returns: `nil` when no more will come, or the reader was cancelled.
        public func next() async -> [UInt8]? { await outbox.nextWaiting() }

        /// Reads the messages that wait, and those to come.
        public func makeAsyncIterator() -> Messages { self }
    }

    /// Ends the connection. The session is kept for the app's retention time. Messages that wait can still be taken.
    public func disconnect() { connection.disconnect() }
}
