extension StatePublisher {
    /// Registers an observer that is called when the selected value has changed.
    @inlinable
    func observe<Value: Equatable>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let observer = ValueObserver(
            selector, owner: owner, delivery: delivery, onChange: onChange,
            notify: notifyOfChange(State.self, Value.self))
        return register(
            observer, field: selector.field, select: keepValue(State.self, Value.self),
            call: initially ? callWithKeptValue(State.self, Value.self) : nil)
    }

    /// Registers an observer that is called after every commit.
    @inlinable
    func observeEveryCommit<Value>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let observer = ValueObserver(
            selector, owner: owner, delivery: delivery, onChange: onChange,
            notify: notifyOfEveryCommit(State.self, Value.self))
        return register(
            observer, field: .none, select: initially ? keepValue(State.self, Value.self) : nil,
            call: initially ? callAndForgetValue(State.self, Value.self) : nil)
    }
}
