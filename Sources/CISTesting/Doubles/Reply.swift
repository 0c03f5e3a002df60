/// What a stub does when it is called.
public struct Reply<Arguments: Sendable, Answer: Sendable, Failure: Error>: Sendable {
    enum Kind: Sendable {
        case compute(@Sendable (Arguments) -> Result<Answer, Failure>)
        case wait
    }

    let kind: Kind
    /// Whether the answer is a constant, so that it does not matter when it is computed.
    var isConstant = false
    /// The answer of a waiting call whose action is cancelled. `nil` for that of the stub.
    var whenCancelled: Result<Answer, Failure>?

    /// Returns a value.
    public static func value(_ answer: Answer) -> Reply {
        Reply(kind: .compute { _ in .success(answer) }, isConstant: true)
    }

    /// Throws an error.
    public static func error(_ error: Failure) -> Reply {
        Reply(kind: .compute { _ in .failure(error) }, isConstant: true)
    }

    /// Calls a function with the arguments, and returns its result or throws its error.
    ///
    /// In an exploration the function runs when the other side processes the request, and its result arrives in a later
    /// step. So a function that reads and changes a fake server finds the requests that overlap: an answer can be older
    /// than a change that was made before it arrives, and a call can fail although the server has done it.
    public static func compute(_ body: @escaping @Sendable (Arguments) throws(Failure) -> Answer) -> Reply {
        Reply(
            kind: .compute { arguments in
                do throws(Failure) { return .success(try body(arguments)) } catch { return .failure(error) }
            })
    }

    /// Waits until the test releases the call; see ``StubbedCall/release(_:at:fileID:filePath:line:column:)``. Only for
    /// `async` functions.
    ///
    /// When the action is cancelled, the waiting call ends with `CancellationError`, or with the error that a stub for a
    /// typed error got as `cancelled:`. Without one, or if the function cannot throw, it ignores cancellation.
    public static var wait: Reply { Reply(kind: .wait) }

    /// Waits until the test releases the call, or until the action is cancelled. In that case the call returns the value,
    /// as a function does that cannot throw but watches for cancellation.
    public static func wait(whenCancelled answer: Answer) -> Reply {
        Reply(kind: .wait, whenCancelled: .success(answer))
    }
}
