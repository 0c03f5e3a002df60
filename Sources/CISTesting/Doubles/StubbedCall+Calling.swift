internal import CIS

/// Calling the stub, from the double.
extension StubbedCall {
    /// Answers a call of the double's `async` function. That function passes on its arguments.
    ///
    /// In a scenario, the calls of concurrent actions arrive in the order in which the actions began, and released calls
    /// return in the order of their release. This does not depend on the threads on which the double's function runs.
    ///
    /// - Parameters:
    ///   - arguments: The arguments. Pass several arguments as a tuple.
    ///   - function: The name of the double's function, for messages.
    nonisolated(nonsending) public func callAsFunction(
        _ arguments: Arguments, function: String = #function
    ) async throws(Failure) -> Answer {
        let trackedTask = TrackedTask.ofThisTask
        await waitUntilFirst(trackedTask)
        let reply = note(arguments, function)
        // In an exploration, the steps of the call say it.
        if run?.schedule == nil { trackedTask?.note("called \(function)") }
        guard let reply else { return try reportUnscripted(arguments, function).get() }
        switch reply.kind {
        case .compute(let body):
            guard !ScenarioRun.reportIfForeign(run, function, in: trackedTask), let run, let schedule = run.schedule
            else {
                return try body(arguments).get()
            }
            guard let trackedTask else {
                run.noteGap(function)
                guard schedule.seesUntracked, !run.isOver else { return try body(arguments).get() }
                let task = schedule.untrackedTask(
                    of: TrackedTask.current?.number ?? 0, calling: "\(function) \(describe(arguments))")
                return try await explored(arguments, function, reply, body, call: 1, of: task, in: schedule).get()
            }
            return try await explored(
                arguments, function, reply, body, call: trackedTask.nextCall(), of: trackedTask.number, in: schedule
            ).get()
        case .wait:
            let held = HeldCall(arguments: arguments)
            let whenCancelled = reply.whenCancelled ?? cancelled
            let outcome = await withTaskCancellationHandler {
                await pending.wait(held, step: "waiting for \(function)", whenCancelled: whenCancelled)
            } onCancel: {
                state.withLock { $0.cancelledCalls.append(arguments) }
            }
            await waitUntilFirst(trackedTask)
            return try outcome.get()
        }
    }

    /// Answers a call in an exploration: first the other side does it, then the answer arrives. Both are steps of the
    /// schedule.
    nonisolated(nonsending) private func explored(
        _ arguments: Arguments, _ function: String, _ reply: Reply, _ body: @Sendable (Arguments) -> Outcome,
        call number: Int, of task: Int, in schedule: Schedule
    ) async -> Outcome {
        var answer: Outcome?
        if !reply.isConstant {
            let decision = await schedule.decision(
                on: .request, of: task, number: number, calling: function, canFail: fault != nil)
            if let failure = outcome(of: decision, function) { return failure }
            // From here on the other side has done it, whatever happens to the answer.
            answer = body(arguments)
        }
        let decision = await schedule.decision(
            on: .answer, of: task, number: number, calling: function, canFail: fault != nil)
        return outcome(of: decision, function) ?? answer ?? body(arguments)
    }

    private func outcome(of decision: Schedule.Decision, _ function: String) -> Outcome? {
        switch decision {
        case .goOn, .answered: return nil
        case .cancelled: return cancelled
        case .fail:
            if let task = TrackedTask.current { run?.recorder.noteFault(in: function, of: task) }
            return fault
        }
    }

    /// Waits until the task is the first of those that can run. In an exploration the schedule decides instead.
    nonisolated(nonsending) private func waitUntilFirst(_ trackedTask: TrackedTask?) async {
        if run?.schedule == nil { await trackedTask?.waitUntilFirst() }
    }

    /// Answers a call of the double's function if it is not `async`.
    public func callAsFunction(_ arguments: Arguments, function: String = #function) throws(Failure) -> Answer {
        let reply = note(arguments, function)
        guard let reply else { return try reportUnscripted(arguments, function).get() }
        switch reply.kind {
        case .compute(let body): return try body(arguments).get()
        case .wait:
            pending.pass()
            return try reportUnscripted(
                arguments, function, hint: "It is not async, and cannot wait. Script a value for it."
            ).get()
        }
    }

    private func note(_ arguments: Arguments, _ function: String) -> Reply? {
        run?.noteCall(of: function)
        let reply = state.withLock { state in
            state.name = function
            state.calls.append(arguments)
            return state.script.popFirst() ?? state.always
        }
        if case .wait = reply?.kind { return reply }
        pending.pass()
        return reply
    }

    private func reportUnscripted(
        _ arguments: Arguments, _ function: String,
        hint: String = "Give the stub an answer: in its initializer, with always(_:) or with answers(_:)."
    ) -> Outcome {
        let text = "\(function) was called, and nothing answers it. Arguments: \(describe(arguments)). \(hint)"
        if passesOnUnscriptedCall(arguments) { return unscripted(arguments, text) }
        if let run {
            run.reportMisuse(text)
        } else {
            TestFailure(message: text, place: .unknown).report(to: receiver)
        }
        return unscripted(arguments, text)
    }

    /// Whether an argument is the error of another unscripted call. That call was reported already, and this call is a
    /// consequence of it.
    private func passesOnUnscriptedCall(_ arguments: Arguments) -> Bool {
        if arguments as Any is UnscriptedCall { return true }
        let parts = Mirror(reflecting: arguments)
        return parts.displayStyle == .tuple && parts.children.contains { $0.value is UnscriptedCall }
    }
}

extension StubbedCall where Arguments == Void {
    /// Answers a call of the double's `async` function without arguments.
    nonisolated(nonsending) public func callAsFunction(function: String = #function) async throws(Failure) -> Answer {
        try await callAsFunction((), function: function)
    }

    /// Answers a call of the double's function without arguments if it is not `async`.
    public func callAsFunction(function: String = #function) throws(Failure) -> Answer {
        try callAsFunction((), function: function)
    }
}
