import Foundation

/// The signals that ask the program to end, and those that ask for a new drawing.
@MainActor package final class EndSignals {
    private var sources: [any DispatchSourceSignal] = []
    /// The signal that has come first.
    private(set) var number: Int32?
    /// Called when a signal to end has come.
    var onEnd: () -> Void = {}
    /// Called when the size of the terminal has changed.
    var onResize: () -> Void = {}
    /// Called when the program goes on after it was stopped.
    var onContinue: () -> Void = {}

    package init() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.receive(number) } }
            source.resume()
            sources.append(source)
        }
    }

    /// The status of a program that was ended like this, as shells have it.
    var status: Int32 { number.map { 128 + $0 } ?? 0 }

    private func receive(_ number: Int32) {
        switch number {
        case SIGWINCH: onResize()
        case SIGCONT: onContinue()
        default:
            if self.number == nil { self.number = number }
            onEnd()
        }
    }
}
