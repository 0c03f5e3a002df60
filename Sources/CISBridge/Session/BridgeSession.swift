import CIS

/// One connection of a host. A transport passes the host's bytes to it and takes the messages for the host from it.
///
/// ```swift
/// let session = app.session()
/// // Or: for await message in session.messages { … }
/// session.onMessages { wakeTheTransport() }
/// session.send(bytes)  // one message, from any thread
/// while let message = session.next() { write(message) }
/// ```
///
/// The first message must be `hello`. It starts a new session, or resumes one that has lost its connection. Releasing
/// this object or calling ``disconnect()`` ends the connection. The session remains for the app's retention time.
public final class BridgeSession: Sendable {
    private let connection: Connection

    @MainActor
    init(app: BridgedApp) {
        connection = Connection(app: app)
    }

    deinit {
        connection.disconnect()
    }

    /// Accepts one message from the host: the bytes of one JSON object.
    ///
    /// Copies the bytes and returns immediately. The message is handled later on the main actor. Messages that one
    /// thread sends are handled in the order of its calls.
    ///
    /// - Parameter bytes: The message. An invalid message is answered with an `error` message. A blank one is ignored.
    /// - Returns: `false` if too many bytes already wait to be handled. Send the message again later; see
    ///   ``whenRoom(_:)``. After the end of the connection the result is `true`, and the message is dropped.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Bool {
        connection.take(.message(Array(bytes)))
    }

    /// Accepts one line of a byte stream; see ``LineSplitter``.
    ///
    /// - Returns: `false` if too many bytes already wait to be handled, as for a message given as bytes.
    @discardableResult
    public func send(_ line: LineSplitter.Line) -> Bool { connection.take(line) }

    /// Calls a function once, as soon as ``send(_:)-(LineSplitter.Line)`` can accept messages again or the connection has ended. The call
    /// may come from any thread, and comes immediately if there is room now.
    public func whenRoom(_ call: @escaping @Sendable () -> Void) { connection.whenRoom(call) }

    /// Removes and returns the next message for the host, without a line end. Returns `nil` if none is waiting. May be
    /// called from any thread.
    public func next() -> [UInt8]? { connection.outbox.next() }

    /// Whether all messages have been taken and no more will come. This is so after the host sent `bye`, the connection
    /// ended, or another connection took over the session.
    public var isFinished: Bool { connection.outbox.isFinished }

    /// Whether no more messages are handled and none will be added. Some may still wait to be taken.
    public var isOver: Bool { connection.outbox.isOver }

    /// Sets the function that is called when messages are added and when no more will come. It is called immediately if
    /// messages are waiting now.
    ///
    /// The function may be called on any thread. It must only wake the transport, and must not call this object.
    public func onMessages(_ hint: (@Sendable () -> Void)?) { connection.outbox.setHint(hint) }

    /// The messages for the host as a sequence, which ends with the connection. Use one reader only.
    public var messages: Messages { Messages(outbox: connection.outbox) }

    /// An asynchronous sequence of the messages for a host.
    public struct Messages: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let outbox: Outbox

        /// Returns the next message, and waits until there is one.
        ///
        /// It stays on the caller's actor: going to another thread and back would cost more than most actions.
        ///
        /// - Returns: `nil` if no more messages will come, or if the reading task was cancelled.
        public nonisolated(nonsending) func next() async -> [UInt8]? {
            await outbox.nextWaiting(isolation: #isolation)
        }

        /// Returns the next message, and waits until there is one. A `for await` loop calls it.
        ///
        /// - Parameter actor: The actor that the caller waits on.
        /// - Returns: `nil` if no more messages will come, or if the reading task was cancelled.
        public func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
            await outbox.nextWaiting(isolation: actor)
        }

        /// Returns an iterator over the waiting and the future messages.
        public func makeAsyncIterator() -> Messages { self }
    }

    /// Ends the connection. The session remains for the app's retention time. Waiting messages can still be taken.
    public func disconnect() { connection.disconnect() }
}
