/// What a stub does when it is called.
public struct Reply<Arguments: Sendable, Answer: Sendable, Failure: Error>: Sendable {
    enum Kind: Sendable {
        case compute(@Sendable (Arguments) -> Result<Answer, Failure>)
        case wait
    }

    let kind: Kind

    /// Returns a value.
    public static func value(_ answer: Answer) -> Reply {
        Reply(kind: .compute { _ in .success(answer) })
    }

    /// Throws an error.
    public static func error(_ error: Failure) -> Reply {
        Reply(kind: .compute { _ in .failure(error) })
    }

    /// Returns, or throws, what the function makes of the arguments.
    public static func compute(_ body: @escaping @Sendable (Arguments) throws(Failure) -> Answer) -> Reply {
        Reply(
            kind: .compute { arguments in
                do throws(Failure) { return .success(try body(arguments)) } catch { return .failure(error) }
            })
    }

    /// Waits until the test releases the call; see ``StubbedCall/release(_:at:fileID:filePath:line:column:)``. For `async` functions.
    ///
    /// A call that can throw ends with `CancellationError` when its action is cancelled, as a good worker's does. One
    /// that cannot throw ignores cancellation, as the worst worker's does.
    public static var wait: Reply { Reply(kind: .wait) }
}
