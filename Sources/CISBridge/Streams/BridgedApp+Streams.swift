import Foundation

/// Hosts that speak over streams of bytes, a message per line.
extension BridgedApp {
    /// Serves one host over standard input and standard output, until it has gone: what a program does that another starts with
    /// `--bridge stdio`.
    ///
    /// From now on what the program prints goes to standard error, so that it does not mix with the messages. A broken pipe
    /// no longer ends the program (`SIGPIPE` is ignored).
    public func serveStandardStreams() async {
        let output = dup(STDOUT_FILENO)
        fflush(nil)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        await serve(reading: STDIN_FILENO, writing: output)
        _ = close(output)
    }

    /// Serves one host over two descriptors, until it has gone: closed its end, said `bye`, or lost its connection because it
    /// read too slowly. What is left then is written as long as the host takes some of it every five seconds. `SIGPIPE` is
    /// ignored from now on.
    ///
    /// - Parameters:
    ///   - input: Where the host's messages come from; blocking or not. Stays open.
    ///   - output: Where the host reads; blocking or not. Stays open.
    public func serve(reading input: Int32, writing output: Int32) async {
        await serve(reading: input, writing: output, patience: ByteStream.defaultPatience)
    }

    /// - Parameter patience: For how many milliseconds the host may take nothing of what is left when the connection is over.
    package func serve(reading input: Int32, writing output: Int32, patience: Int32) async {
        await withCheckedContinuation { continuation in
            ByteStream(session(), input: input, output: output, limit: limits.message, patience: patience) {
                continuation.resume()
            }
            .start()
        }
    }

    /// Listens at a Unix socket. Each connection is a host.
    ///
    /// The socket can be opened by the user of this process only. A socket that an earlier run has left is replaced; any
    /// other file is not. `SIGPIPE` is ignored from now on.
    ///
    /// - Parameter path: Where the socket is made. At most 100 bytes or so, as the system has it.
    /// - Returns: What listens, until it is closed or released.
    /// - Throws: ``BridgeListener/Failure``.
    public func listen(at path: String) throws(BridgeListener.Failure) -> BridgeListener {
        try BridgeListener(path: path, app: self)
    }
}
