import CISWorkers
import CLibcurl
import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The thread on which libcurl works, and what others tell it.
///
/// ```
/// any thread ── command ──▶ inbox ── wakes ──▶ the thread: commands, then whatever can move, then waits
/// ```
///
/// One thread for all requests of a transport, which waits in `curl_multi_poll` for all their sockets. (The other way,
/// `curl_multi_socket_action` with dispatch sources, needs no thread of its own, but it ends the program when libcurl closes a
/// socket whose source is still there. Besides, signals can be kept away from a thread, and not from a queue.)
final class CurlLoop: Sendable {
    enum Command: Sendable {
        case start(Exchange)
        case cancel(Exchange)
        /// Its file can be read or written again.
        case resume(Exchange)
    }

    private struct Inbox: Sendable {
        var commands: [Command] = []
        var isStarted = false
        var isStopped = false
        var bell: Bell?
    }

    /// Wakes the thread. libcurl allows this call, and no other, from any thread.
    private struct Bell: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer

        func ring() { curl_multi_wakeup(multi) }
    }

    /// Where files are read and written, so that a slow disk holds up no other request.
    let files = DispatchQueue(label: "CurlTransport.files")
    private let inbox = LockedValue(Inbox())
    private let configuration: CurlConfiguration

    init(_ configuration: CurlConfiguration) {
        self.configuration = configuration
    }

    // MARK: Any thread

    func start(_ exchange: Exchange) {
        if !post(.start(exchange)) { exchange.cancel() }
    }

    func cancel(_ exchange: Exchange) {
        _ = post(.cancel(exchange))
    }

    func resume(_ exchange: Exchange) {
        _ = post(.resume(exchange))
    }

    func stop() {
        inbox.withLock { inbox in
            inbox.isStopped = true
            inbox.bell?.ring()
        }
    }

    /// Whether somebody will read it.
    private func post(_ command: Command) -> Bool {
        let (isTaken, isFirst) = inbox.withLock { inbox in
            guard !inbox.isStopped else { return (false, false) }
            inbox.commands.append(command)
            // Under the lock: afterwards it may be gone.
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
        guard let multi = CurlMulti(configuration, self) else { return end() }
        inbox.withLock { $0.bell = Bell(multi: multi.handle) }
        while let commands = take() {
            for command in commands { multi.perform(command) }
            multi.work()
            multi.wait()
        }
        end()
        multi.close()
    }

    /// `nil`: the loop was stopped.
    private func take() -> [Command]? {
        inbox.withLock { inbox in
            guard !inbox.isStopped else { return nil }
            defer { inbox.commands = [] }
            return inbox.commands
        }
    }

    /// From now on nothing is taken, and nobody rings.
    private func end() {
        let commands = inbox.withLock { inbox in
            inbox.isStopped = true
            inbox.bell = nil
            defer { inbox.commands = [] }
            return inbox.commands
        }
        for case .start(let exchange) in commands { exchange.cancel() }
    }

    /// TLS libraries write to sockets without saying that they can do without the signal, which ends a program.
    private static func blockBrokenPipeSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
