/// Scene observers; running a notification; removing and ending observers.
extension SceneCore {
    /// Attaches a scene observer.
    func attach(_ observer: any SceneObserver, owner: AnyObject?) -> ObservationToken {
        requestEndNotification()
        let extras = ensureExtras()
        let events = extras.events ?? makeEvents()
        extras.events = events
        flags.insert(.traced)
        return ObservationToken(events.attach(observer, owner: owner))
    }

    private func makeEvents() -> SceneEventEmitter {
        SceneEventEmitter(scene: identity) { [weak self] in
            self?.extras?.events = nil
            self?.flags.remove(.traced)
        }
    }

    /// Runs a notification outside of a commit. Mutations that it executes are applied before this returns.
    func notifying(_ body: () -> Void) {
        guard !flags.contains(.publishing) else { return body() }
        flags.insert(.publishing)
        body()
        finishPublishing()
        flags.remove(.publishing)
    }

    /// Removes observers that have ended or whose owner is gone. Never called during a notification.
    func pruneObservers() {
        guard let observers, observers.wantsPruning else { return }
        let gone = observers.prune()
        if observers.isEmpty { flags.remove(.observed) }
        // Done last, because objects that an observer held may call back when they are released.
        for observer in gone { observer.end() }
    }

    /// Ends all observers.
    func endObservers() {
        guard let observers else { return }
        observers.endAll()
        if flags.contains(.publishing) {
            flags.insert(.unfinished)
        } else {
            pruneObservers()
        }
    }
}

// MARK: - Leak checks

extension SceneCore {
    /// Tells the instrumentation, if there is one, of a closure that a token ends. Returns the token.
    @usableFromInline
    func noted(
        _ token: ObservationToken, _ function: StaticString, _ fileID: StaticString, _ line: UInt
    ) -> ObservationToken {
        if flags.contains(.instrumented) {
            note(function, at: CallSite(fileID: fileID, line: line), endsLater: false) { [weak handle = token.handle] in
                handle?.end()
            }
        }
        return token
    }

    /// Tells the instrumentation, if there is one, of a closure. `release` must not retain what the closure holds.
    func note(
        _ function: StaticString, at site: CallSite, endsLater: Bool, _ release: @escaping @MainActor () -> Void
    ) {
        instrumentation?.didRegister(
            RegisteredClosure(function: function, site: site, endsLater: endsLater, release: release))
    }
}
