/// Reads while the state is being changed, and changes while it is being read.
extension StatePublisher {
    /// Ends the program, because the state was read while `mutate` was changing it.
    ///
    /// There is no value to return. The old state would have to be copied at every mutation, and parts of the half
    /// changed state may be freed already. Swift itself ends a program that reads a variable while it is being changed.
    /// This check replaces Swift's, which is switched off for the state because the flag word does the same.
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

    /// Runs code of the client that reads the state and must not change it. A mutation that it executes is reported,
    /// and applied afterwards.
    func selecting(_ body: () -> Void) {
        notifying {
            let isNested = flags.contains(.selecting)
            flags.insert(.selecting)
            body()
            if !isNested { flags.remove(.selecting) }
        }
    }
}
