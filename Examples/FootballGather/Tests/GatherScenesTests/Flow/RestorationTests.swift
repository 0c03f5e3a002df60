import CIS
import CISTesting
import Foundation
import GatherScenes
import Testing

/// After the system has ended the app, every screen of the stack is restored as it was.
@MainActor @Suite struct RestorationTests {
    private let coder = StateCoder(
        encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
        decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
    private let worker = GatherDouble()

    private func assemble() -> SceneRuntime<GatherFlow> { GatherFlow.assemble(worker: worker, clock: ImmediateClock()) }

    private func logIn(_ flow: SceneRuntime<GatherFlow>) async {
        let login = flow.child(of: \.path, 1, as: Login.self)
        for action in [
            Login.Action.edited(FieldChange(\.username, "ada")), .edited(FieldChange(\.password, Password("hunter2"))),
            .loginTapped,
        ] {
            await login?.execute(action).value
        }
        await flow.child(of: \.path, 2, as: PlayerList.self)?.execute(.appeared).value
    }

    @Test func `FG-EDIT-02 four screens come back, with the text that was typed, and go on`() async throws {
        let flow = assemble()
        await logIn(flow)
        await flow.execute(.linkOpened(.player(1, .age))).value
        await flow.child(of: \.path, 4, as: PlayerEdit.self)?.execute(.edited(FieldChange(\.text, "31"))).value

        let snapshot = try JSONEncoder().encode(flow.snapshot(using: coder))
        let restored = try JSONDecoder().decode(SceneSnapshot.self, from: snapshot).restore(using: coder) { assemble() }

        #expect(restored.state == flow.state)
        let edit = try #require(restored.child(of: \.path, 4, as: PlayerEdit.self))
        #expect(edit.state.domainState.text == "31" && edit.state.doneButton.isEnabled)
        await edit.execute(.doneTapped).value
        #expect(restored.child(of: \.path, 3, as: PlayerDetail.self)?.state.player.age == 31)
        #expect(restored.child(of: \.path, 2, as: PlayerList.self)?.state.rows.count == 3)
        #expect(restored.state.path.elements.count == 3)
    }

    @Test
    func `FG-TIMER-06 a gather comes back with score and time, and what was waited for is not waited for any more`()
        async throws
    {
        let clock = ManualClock()
        let saved = Gather.assemble(.init(.sample), worker: worker, clock: clock)
        for action in [
            Gather.Action.scoreChanged(.teamA, 2), .actionTapped, .timePassed(milliseconds: 65_000, run: 1), .endTapped,
        ] {
            await saved.execute(action).value
        }
        worker.ending.always(.wait)
        let end = saved.execute(.endConfirmed)
        defer { end.cancel() }
        #expect(saved.state.isLoading)

        let snapshot = try saved.snapshot(using: coder)
        let later = ManualClock()
        let restored = try snapshot.restore(using: coder) {
            Gather.assemble(.init(.sample), worker: worker, clock: later)
        }
        #expect(restored.state.countdown.time.text == "08:55" && restored.state.countdown.status == .running)
        #expect(restored.state.domainState.scoreA == 2 && !restored.state.isLoading)
        // The countdown continues from the saved time. The time that has passed meanwhile does not count.
        await restored.execute(.timePassed(milliseconds: 1_000, run: 1)).value
        #expect(restored.state.countdown.time.text == "08:54")
    }

    @Test func `FG-ADD-05 a restored screen sends its request again with the key of the first`() async throws {
        let saved = PlayerAdd.assemble(worker: worker)
        await saved.execute(.edited(FieldChange(\.name, "Dina"))).value
        worker.adding.always(.error(ServiceError.noConnection))
        await saved.execute(.doneTapped).value
        let snapshot = try saved.snapshot(using: coder)
        let restored = try snapshot.restore(using: coder) { PlayerAdd.assemble(worker: worker) }
        await restored.execute(.doneTapped).value
        #expect(worker.adding.calls == [Attempt("Dina", key: .numbered(1)), Attempt("Dina", key: .numbered(1))])
    }

    @Test func `FG-STORE-04 what is saved has no password`() async throws {
        let flow = assemble()
        let login = try #require(flow.child(of: \.path, 1, as: Login.self))
        await login.execute(.edited(FieldChange(\.username, "ada"))).value
        await login.execute(.edited(FieldChange(\.password, Password("hunter2")))).value

        let snapshot = try flow.snapshot(using: coder)
        #expect(!String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self).contains("hunter2"))
        let restored = try snapshot.restore(using: coder) { assemble() }
        #expect(restored.child(of: \.path, 1, as: Login.self)?.state.domainState.username == "ada")
        #expect(restored.child(of: \.path, 1, as: Login.self)?.state.domainState.password == Password(""))
    }

    @Test func `FG-STORE-04 an action from another process can have a password`() throws {
        let action = try JSONDecoder().decode(
            Login.Action.self, from: Data(#"{"edited": {"_0": {"name": "password", "value": "hunter2"}}}"#.utf8))
        #expect(action == .edited(FieldChange(\.password, Password("hunter2"))))
    }

    @Test func `FG-LIST-06 a restored list shows its rows, and loads when it appears`() async throws {
        let flow = assemble()
        await logIn(flow)
        let restored = try flow.snapshot(using: coder).restore(using: coder) { assemble() }
        let list = try #require(restored.child(of: \.path, 2, as: PlayerList.self))
        #expect(list.state.rows.count == 3 && list.state.acceptsInput)
        worker.listing.always(.value([.ada]))
        await list.execute(.appeared).value
        #expect(list.state.rows.count == 1)
    }

    @Test func `FG-TIMER-11 releasing the app releases all of its screens`() async {
        await expectNoLeaks(besides: [worker]) {
            let flow = assemble()
            await logIn(flow)
            await flow.execute(.linkOpened(.confirm([1, 2]))).value
            let confirm = flow.child(of: \.path, 3, as: ConfirmPlayers.self)
            for action in makeTeams(of: 2) + [.startTapped] { await confirm?.execute(action).value }
            return flow
        }
    }
}
