import CIS
import GatherScenes
import GatherServices
import Testing

/// All screens together with the service: what users do, and what the server has stored afterwards.
@MainActor @Suite struct AppTests {
    private let server = SmallServer()

    /// Registers, and shows the list.
    private func registered() async throws -> SceneRuntime<GatherFlow> {
        let client = try await Client(server)
        let flow = GatherFlow.assemble(worker: client.service)
        let login = try #require(flow.child(of: \.path, 1, as: Login.self))
        await perform(
            [
                .edited(FieldChange(\.username, "ada")), .edited(FieldChange(\.password, Password("secret"))),
                .registerTapped,
            ], in: login)
        #expect(login.state.alert == nil && flow.state.path.routes == [.login, .playerList])
        await perform([.appeared], in: try list(flow))
        return flow
    }

    private func list(_ flow: SceneRuntime<GatherFlow>) throws -> SceneRuntime<PlayerList> {
        try #require(flow.child(of: \.path, 2, as: PlayerList.self))
    }

    private func perform<Screen: SceneDefinition>(_ actions: [Screen.Action], in screen: SceneRuntime<Screen>) async {
        for action in actions { await screen.execute(action).value }
    }

    /// Opens the screen that adds a player, and adds one.
    private func add(_ name: String, _ flow: SceneRuntime<GatherFlow>) async throws {
        await perform([.bottomTapped], in: try list(flow))
        let top = try #require(flow.state.path.top)
        let screen = try #require(flow.child(of: \.path, top.id, as: PlayerAdd.self))
        await perform([.edited(FieldChange(\.name, name)), .doneTapped], in: screen)
        // An action of its own loads the list.
        for await activity in try list(flow).values(\.activity) where activity == .none { break }
    }

    @Test func `FG-API-03 FG-API-04 FG-API-07 FG-API-08 FG-API-12 FG-API-13 FG-API-15 a whole evening`() async throws {
        let flow = try await registered()
        for name in ["Ada", "Ben", "Cem"] { try await add(name, flow) }
        await perform([.appeared], in: try list(flow))

        await flow.execute(.linkOpened(.player(2, .position))).value
        let editID = try #require(flow.state.path.top?.id)
        await perform(
            [.optionTapped(4), .doneTapped], in: try #require(flow.child(of: \.path, editID, as: PlayerEdit.self)))
        #expect(server.stored.players[2] == ["name": "Ben", "preferredPosition": "striker"])

        await flow.execute(.linkOpened(.confirm([1, 2, 3]))).value
        let confirmID = try #require(flow.state.path.top?.id)
        let confirm = try #require(flow.child(of: \.path, confirmID, as: ConfirmPlayers.self))
        let toA = ConfirmPlayers.Action.moved(from: .init(.bench, 0), to: .init(.teamA, 0))
        await perform([toA, .moved(from: .init(.bench, 0), to: .init(.teamB, 0)), .startTapped], in: confirm)
        let gatherID = try #require(flow.state.path.top?.id)
        let gather = try #require(flow.child(of: \.path, gatherID, as: Gather.self))
        let id = gather.state.domainState.gather.id
        #expect(server.stored.teams == ["\(id)/1": "Team A", "\(id)/2": "Team B"])

        await perform([.scoreChanged(.teamA, 3), .scoreChanged(.teamB, 1), .endTapped, .endConfirmed], in: gather)
        #expect(server.stored.gathers == [id: ["score": "3-1", "winnerTeam": "Team A"]])
        #expect(flow.state.path.routes == [.login, .playerList] && flow.state.alert == nil)
    }

    @Test func `FG-API-21 a token that expires in the middle costs a login, and nothing else`() async throws {
        let flow = try await registered()
        try await add("Ada", flow)
        server.expireTokens()
        await perform([.bottomTapped], in: try list(flow))
        let addID = try #require(flow.state.path.top?.id)
        let screen = try #require(flow.child(of: \.path, addID, as: PlayerAdd.self))
        await perform([.edited(FieldChange(\.name, "Ben")), .doneTapped], in: screen)
        let login = try #require(flow.child(of: \.loginAgain, as: Login.self))
        #expect(login.state.domainState.username == "ada" && screen.state.domainState.name == "Ben")

        await perform([.edited(FieldChange(\.password, Password("wrong"))), .loginTapped], in: login)
        #expect(login.state.alert?.message == "The username or the password is wrong.")
        await perform([.alertDismissed, .edited(FieldChange(\.password, Password("secret"))), .loginTapped], in: login)
        #expect(!flow.state.loginAgain.isPresented)
        await perform([.doneTapped], in: screen)
        #expect(server.stored.players.values.compactMap { $0["name"] }.sorted() == ["Ada", "Ben"])
    }
}
