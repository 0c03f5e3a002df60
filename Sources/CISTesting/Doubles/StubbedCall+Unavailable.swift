// Common mistakes with stubs. The compiler reports each with the message of the unavailable declaration.

extension StubbedCall where Failure == Never {
    /// There is nothing to return.
    @available(
        *, unavailable,
        message: "A call has to return something: Stub { … }, Stub(.value(…)), or Stub(otherwise: …) where tests answer"
    )
    public convenience init() {
        preconditionFailure("unavailable")
    }
}

extension StubbedCall {
    /// An answer is a reply.
    @available(*, unavailable, message: "An answer is a reply: write .value(…)")
    public convenience init(_ answer: Answer) {
        preconditionFailure("unavailable")
    }

    /// An answer is a reply.
    @available(*, unavailable, message: "An answer is a reply: write .value(…)")
    public func answers(_ answers: Answer...) {
        preconditionFailure("unavailable")
    }

    /// An answer is a reply.
    @available(*, unavailable, message: "An answer is a reply: write .value(…)")
    public func always(_ answer: Answer) {
        preconditionFailure("unavailable")
    }

    /// Several arguments are one tuple.
    @available(*, unavailable, message: "Several arguments are one tuple: write stub((a, b))")
    public func callAsFunction<First, Second, each Rest>(
        _ first: First, _ second: Second, _ rest: repeat each Rest
    ) -> Answer {
        preconditionFailure("unavailable")
    }
}

extension Reply where Failure == Never {
    /// A `Stub` cannot throw.
    @available(*, unavailable, message: "A Stub stands for a function that cannot throw: use a ThrowingStub")
    public static func error(_ error: some Error) -> Reply {
        preconditionFailure("unavailable")
    }
}
