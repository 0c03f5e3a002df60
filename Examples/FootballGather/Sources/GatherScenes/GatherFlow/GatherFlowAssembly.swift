package import CIS

extension GatherFlow {
    /// Creates the flow and declares its screens. No other code knows all of them: a front end gets only the runtime. It shows
    /// the child of the topmost element of the path, or of `loginAgain` while that is presented.
    ///
    /// - Parameters:
    ///   - state: The state to start with.
    ///   - worker: The worker of all screens.
    ///   - clock: The clock of the countdown.
    @MainActor package static func assemble(
        _ state: State = State(), worker: Worker, clock: any Clock<Duration> = ContinuousClock()
    ) -> SceneRuntime<GatherFlow> {
        let store = GatherFlowStore(state, worker: worker)
        let interactor = GatherFlowInteractor(store: store, worker: worker)
        let controller = GatherFlowController(interactor: interactor, store: store)
        let flow = SceneRuntime<GatherFlow>(controller: controller, store: store, clock: clock)
        flow.stack(\.path) { flow, element in
            screen(element, of: flow, worker: worker, clock: clock)
        }
        flow.present(\.loginAgain) { _, username in
            Login.assemble(Login.State(username: username, sessionHasEnded: true), worker: worker)
        } onOutput: { flow, output in
            switch output {
            case .loggedIn(let username): flow.execute(.loggedIn(username: username))
            }
        }
        return flow
    }

    @MainActor private static func screen(
        _ element: SceneStack<Route>.Element, of flow: SceneRuntime<GatherFlow>, worker: Worker,
        clock: any Clock<Duration>
    ) -> any SceneNode {
        switch element.route {
        case .login: flow.add(Login.assemble(worker: worker), onOutput: hear)
        case .playerList: flow.add(PlayerList.assemble(worker: worker)) { hear($0, element.id, $1) }
        case .playerAdd: flow.add(PlayerAdd.assemble(worker: worker)) { hear($0, element.id, $1) }
        case .playerDetail(let player): flow.add(PlayerDetail.assemble(.init(player))) { hear($0, element.id, $1) }
        case .playerEdit(let player, let field):
            flow.add(PlayerEdit.assemble(.init(player, field), worker: worker)) { hear($0, element.id, $1) }
        case .confirmPlayers(let players):
            flow.add(ConfirmPlayers.assemble(.init(players), worker: worker)) { hear($0, element.id, $1) }
        case .gather(let gather):
            add(Gather.assemble(.init(gather), worker: worker, clock: clock), gather, element.id, to: flow)
        }
    }

    /// D17: the flow has to know whether something of the match would be lost. It follows the state of the screen, which is there
    /// after a restoration, too; an output would have to be sent again with each goal and each second.
    @MainActor private static func add(
        _ screen: SceneRuntime<Gather>, _ gather: GatherModel, _ id: ScreenID, to flow: SceneRuntime<GatherFlow>
    ) -> any SceneNode {
        screen.observe(\.hasBegun, on: flow) { flow, hasBegun in
            if hasBegun { hear(flow, id, begun: gather) }
        }
        return flow.add(screen) { hear($0, id, $1) }
    }
}
