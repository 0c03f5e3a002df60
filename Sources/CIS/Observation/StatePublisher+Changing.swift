/// What happens to code that looks at the state while it must not, or changes it while it is lent.
extension StatePublisher {
    /// Ends the program, because the state was asked for while `mutate` was changing it.
    ///
    /// There is no answer to give. The state before would have to be copied at every mutation, and the half changed one is
    /// memory that may be freed already. Swift itself ends a program that reads a property while it is being changed; this
    /// is that check, which is switched off for the state because the flag word knows.
    @usableFromInline
    @inline(never)
    func refuseRead() -> Never {
        reportReadInMutate()
        fatalError("\(SceneDiagnostic(kind: .stateReadInMutate, scene: identity))")
    }

    func reportReadInMutate() {
        report(SceneDiagnostic(kind: .stateReadInMutate, scene: identity))
    }

    func reportMutationInSelector(_ mutation: some Sendable, at site: CallSite) {
        report(
            SceneDiagnostic(kind: .mutatedInSelector, scene: identity, subject: mutation, callSite: site))
    }

    /// Runs code of the client that is lent the state and may not change it. What it tries is reported, and applied
    /// afterwards.
    func selecting(_ body: () -> Void) {
        notifying {
            let isNested = flags.contains(.selecting)
            flags.insert(.selecting)
            body()
            if !isNested { flags.remove(.selecting) }
        }
    }
}
