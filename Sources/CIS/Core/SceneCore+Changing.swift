/// Detects reads while the state is being changed, and changes while it is being read.
extension SceneCore {
    /// Ends the program, because the state was read while `mutate` was changing it.
    ///
    /// There is no value to return: keeping the old state would require a copy at every mutation, and parts of the
    /// half-changed state may be freed already. Swift itself ends a program that reads a variable while it is being
    /// changed. Swift's own check is switched off for the state, and this check on the flag word replaces it.
    @usableFromInline
    @inline(never)
    func refuseRead() -> Never {
        reportReadInMutate()
        fatalError("\(SceneDiagnostic(kind: .stateReadInMutate, scene: identity))")
    }

    /// Returns whether the state may be read. While `mutate` is changing it, the read is reported and this returns
    /// `false`. Used where the caller can continue without the state.
    func mayRead() -> Bool {
        guard flags.contains(.mutating) else { return true }
        reportReadInMutate()
        return false
    }

    func reportReadInMutate() {
        report(SceneDiagnostic(kind: .stateReadInMutate, scene: identity))
    }

    func reportMutationInSelector(_ mutation: some Sendable, at site: CallSite) {
        report(
            SceneDiagnostic(kind: .mutatedInSelector, scene: identity, subject: mutation, callSite: site))
    }

    /// Runs client code that reads the state and must not change it. A mutation that this code executes is reported and
    /// applied afterwards.
    func selecting(_ body: () -> Void) {
        notifying {
            let isNested = flags.contains(.selecting)
            flags.insert(.selecting)
            body()
            if !isNested { flags.remove(.selecting) }
        }
    }
}
