import CGTK

/// The function that a signal calls with its first argument. The connection holds it, and releases it when it ends.
@MainActor
final class SignalHandler {
    /// The argument that the function needs from the signal.
    enum Passing {
        /// None. All arguments are ignored.
        case nothing
        /// One object.
        case object
        /// One unsigned number.
        case position
    }

    private let call: @MainActor (UnsafePointer<GValue>?) -> Void

    init(_ call: @escaping @MainActor (UnsafePointer<GValue>?) -> Void) {
        self.call = call
    }

    /// - Returns: The number of the connection, or 0 if the signal is refused.
    func connect(_ object: UnsafeMutableRawPointer, _ signal: String, passing: Passing) -> UInt {
        var (found, detail) = (GSignalQuery(), GQuark())
        let isFound = scenegtk_find_signal(object, signal, &found, &detail) != 0
        if let refusal = Self.refusal(of: isFound ? found : nil, passing) {
            // ASCII only: GLib replaces other characters by question marks if the locale has no UTF-8.
            scenegtk_report(
                "\(String(cString: scenegtk_type_name(object))) cannot call back for '\(signal)': \(refusal)")
            return 0
        }
        // The closure is retained by GLib during the call, and with it the handler, which may end its own connection.
        let call: GClosureMarshal = { closure, _, count, values, _, _ in
            guard let closure, let data = scenegtk_closure_data(closure) else { return }
            // The first value is the object itself. Objects of GTK emit their signals on the main thread.
            nonisolated(unsafe) let argument = count > 1 ? values.map { $0 + 1 } : nil
            let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { CallbackTime.measure { handler.call(argument) } }
        }
        return UInt(
            scenegtk_connect(
                object, found.signal_id, detail, call, Unmanaged.passRetained(self).toOpaque(),
                { data, _ in if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() } }))
    }

    /// The reason why a signal cannot call the function; `nil` if it can.
    private static func refusal(of signal: GSignalQuery?, _ passing: Passing) -> String? {
        guard var signal else { return "it has no such signal." }
        guard scenegtk_is_nothing(scenegtk_result_type(&signal)) != 0 else {
            return "the signal expects a result, which this function cannot return. Use g_signal_connect_data."
        }
        let isOne = signal.n_params == 1
        switch passing {
        case .nothing: return nil
        case .object where isOne && scenegtk_is_object(scenegtk_argument_type(&signal, 0)) != 0: return nil
        case .position where isOne && scenegtk_is_unsigned(scenegtk_argument_type(&signal, 0)) != 0: return nil
        case .object: return "the only argument of the signal has to be an object. Use connect, and read properties."
        case .position: return "the only argument of the signal has to be a position. Use connect, and read properties."
        }
    }
}
