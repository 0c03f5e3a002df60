import Foundation

/// Handles SIGTERM and SIGINT. The first signal makes ``first()`` return, so that the server can finish its requests. The second
/// ends the process at once.
final class EndSignals {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = [SIGTERM, SIGINT].map { number in
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if case .terminated = signal.yield() { _exit(1) }
                signal.finish()
            }
            source.resume()
            return source
        }
    }

    /// Waits for the first signal.
    func first() async {
        for await _ in signals {}
    }
}
