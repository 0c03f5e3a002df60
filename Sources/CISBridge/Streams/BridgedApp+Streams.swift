import Foundation

/// Serving hosts over byte streams, with one message per line.
extension BridgedApp {
    /// Serves one host over standard input and standard output, until the host disconnects. Call it in a program that a host
    /// starts with `--bridge stdio`.
    ///
    /// From this call on, everything that the program prints goes to standard error, so that it does not mix with the
    /// messages. A broken pipe no longer ends the program, because `SIGPIPE` is ignored.
    public func serveStandardStreams() async {
        // Programs that this one starts do not inherit it: the host would wait for their end, too.
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
        fflush(nil)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        await serve(reading: STDIN_FILENO, writing: output)
        _ = close(output)
    }

    /// Serves one host over two descriptors, until the host closes its end, sends `bye`, or loses its connection because it
    /// reads too slowly. The remaining messages are then written as long as the host reads some bytes every five seconds. What
    /// a host has sent is handled, also if it closes the end that it reads. From this call on, `SIGPIPE` is ignored.
    ///
    /// - Parameters:
    ///   - input: The descriptor from which the host's messages are read. It may be blocking or not, and is not closed.
    ///   - output: The descriptor to which the messages for the host are written. It may be blocking or not, and is not closed.
    public func serve(reading input: Int32, writing output: Int32) async {
        await serve(reading: input, writing: output, patience: ByteStream.defaultPatience)
    }

    /// - Parameter patience: How many milliseconds a host may take to read more of the remaining messages after the
    ///   connection has ended.
    package func serve(reading input: Int32, writing output: Int32, patience: Int32) async {
        await withCheckedContinuation { continuation in
            ByteStream(session(), input: input, output: output, limit: limits.message, patience: patience) {
                continuation.resume()
            }
            .start()
        }
    }

    /// Listens on a Unix socket. Each connection is a host.
    ///
    /// Only the user of this process can connect to the socket. A socket that an earlier run has left is replaced; one to which
    /// another program listens, and any other file, is not. From this call on, `SIGPIPE` is ignored.
    /// It waits for up to five seconds while another program has locked the folder of the socket.
    ///
    /// - Parameter path: The path of the socket. The system limits it to about 100 bytes.
    /// - Returns: The listener. It listens until it is closed or released.
    /// - Throws: ``BridgeListener/Failure``.
    public func listen(at path: String) throws(BridgeListener.Failure) -> BridgeListener {
        try BridgeListener(path: path, app: self)
    }
}
