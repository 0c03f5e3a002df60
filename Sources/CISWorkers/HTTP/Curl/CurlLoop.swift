#if os(Linux)
internal import CCurl
internal import CIS
import Foundation

/// The thread on which libcurl works, and the commands that other threads send to it.
///
/// ```
/// any thread ── command ──▶ inbox ── wakes ──▶ the thread
///     runs commands, then sends and receives, then waits
/// ```
///
/// One thread handles all requests of a transport. It waits in `curl_multi_poll` for all their sockets. (The alternative,
/// `curl_multi_socket_action` with dispatch sources, needs no thread, but it crashes the program if libcurl closes a socket
/// before its source is cancelled. Also, signals can be blocked for a thread, but not for a queue.)
final class CurlLoop: Sendable {
    enum Command: Sendable {
        case start(CurlExchange)
        case cancel(CurlExchange)
        /// The file of an exchange can be read or written again.
        case resume(CurlExchange)
    }

    private struct Inbox: Sendable {
        var commands: [Command] = []
        var isStarted = false
        var isStopped = false
        var bell: Bell?
    }

    /// Wakes the thread. libcurl allows this call, and no other, from any thread.
    // Unsafe: the pointer is used only while the handle exists.
    private struct Bell: @unchecked Sendable {
        let curl: LibCurl
        let multi: UnsafeMutableRawPointer

        func ring() { _ = curl.functions.pointee.multi_wakeup(multi) }
    }

    private let inbox = LockedValue(Inbox())
    private let configuration: CurlConfiguration
    private let curl: LibCurl

    init(_ configuration: CurlConfiguration, _ curl: LibCurl) {
        self.configuration = configuration
        self.curl = curl
    }

    // MARK: Any thread

    func start(_ exchange: CurlExchange) {
        if !post(.start(exchange)) { exchange.cancel() }
    }

    func cancel(_ exchange: CurlExchange) {
        _ = post(.cancel(exchange))
    }

    func resume(_ exchange: CurlExchange) {
        _ = post(.resume(exchange))
    }

    func stop() {
        inbox.withLock { inbox in
            inbox.isStopped = true
            inbox.bell?.ring()
        }
    }

    /// Posts a command. Returns `false` if the loop has ended and will not read it.
    private func post(_ command: Command) -> Bool {
        let (isTaken, isFirst) = inbox.withLock { inbox in
            guard !inbox.isStopped else { return (false, false) }
            inbox.commands.append(command)
            // Called under the lock, because afterwards the bell may no longer exist.
            if inbox.commands.count == 1 { inbox.bell?.ring() }
            defer { inbox.isStarted = true }
            return (true, !inbox.isStarted)
        }
        if isFirst { Thread { [self] in run() }.start() }
        return isTaken
    }

    // MARK: The thread

    private func run() {
        Self.blockBrokenPipeSignals()
        guard let multi = CurlMulti(configuration, curl, self) else { return end() }
        inbox.withLock { $0.bell = Bell(curl: curl, multi: multi.handle) }
        while let commands = take() {
            for command in commands { multi.perform(command) }
            multi.work()
            multi.wait()
        }
        end()
        multi.close()
    }

    /// Takes the waiting commands. `nil` if the loop was stopped.
    private func take() -> [Command]? {
        inbox.withLock { inbox in
            guard !inbox.isStopped else { return nil }
            defer { inbox.commands = [] }
            return inbox.commands
        }
    }

    /// Ends the inbox: no further command is accepted, and the bell is no longer used.
    private func end() {
        let commands = inbox.withLock { inbox in
            inbox.isStopped = true
            inbox.bell = nil
            defer { inbox.commands = [] }
            return inbox.commands
        }
        for case .start(let exchange) in commands { exchange.cancel() }
    }

    /// Blocks `SIGPIPE` on this thread. TLS libraries write to sockets without suppressing the signal, which would end the
    /// program.
    private static func blockBrokenPipeSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
#endif
