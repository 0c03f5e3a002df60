import CIS
import CISTesting
import Testing

/// The causal steps of scenes.
@MainActor @Suite struct `Causal steps of scenes` {
    enum Shelf: SceneDefinition {
        enum Action: Sendable { case added(String), touched }
        enum UseCase: Sendable { case store(String) }
        enum Mutation: Sendable { case stored([String]) }
        struct State: SceneState {
            var items: [String] = []
            var domainState: [String] { items }
        }
    }

    final class ShelfController: Controller {
        let interactor: any Interactor<Shelf.UseCase>
        init(interactor: any Interactor<Shelf.UseCase>) { self.interactor = interactor }
        func handle(_ action: Shelf.Action) async {
            if case .added(let item) = action { await interactor.execute(.store(item)) }
        }
    }

    final class ShelfInteractor: Interactor {
        let store: any DomainStore<[String], Shelf.Mutation>
        init(store: any DomainStore<[String], Shelf.Mutation>) { self.store = store }
        func perform(_ useCase: Shelf.UseCase) async {
            if case .store(let item) = useCase { store.execute(.stored(store.domainState + [item])) }
        }
    }

    final class ShelfStore: Store {
        let publisher = StatePublisher(Shelf.State())
        nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) {
            if case .stored(let items) = mutation { state.items = items }
        }
    }

    final class Log: SceneObserver {
        var events: [SceneEvent] = []
        func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
            events.append(event)
            return nil
        }
    }

    private func shelf() -> SceneRuntime<Shelf> {
        let store = ShelfStore()
        return SceneRuntime(controller: ShelfController(interactor: ShelfInteractor(store: store)), store: store)
    }

    /// The text with the numbers of events and scenes counted from 1, because other tests use numbers in between.
    private func normalised(_ text: String, _ events: [SceneEvent]) -> String {
        var text = text
        for (index, event) in events.sorted(by: { $0.id < $1.id }).enumerated() {
            text = text.replacing("\(event.id) ", with: "#\(index + 1) ")
        }
        let numbers = Set(events.map(\.scene.number)).sorted()
        for (index, number) in numbers.enumerated() { text = text.replacing("/\(number) ", with: "/\(index + 1) ") }
        return text
    }

    @Test func `each step is indented below its cause, with its number and its value`() async {
        let (scene, log) = (shelf(), Log())
        let token = scene.attach(log)
        await scene.execute(.added("책")).value
        await scene.execute(.touched).value
        withExtendedLifetime(token) {}
        #expect(
            normalised(Outline.text(of: log.events.reversed()), log.events) == """
                #1 action added("책")
                  #2 use case store("책")
                    #3 mutation stored(["책"])
                #6 action touched
                """)
    }

    @Test func `late steps of an action were shown below another action`() async {
        let found = await failures {
            await given(ScriptedFixture(), .init()) { test in
                test.call.answers(.wait)
                await test.when(
                    concurrently: .init("first") { $0.log(await $0.call("a")) }, .init("second") { $0.log("soon") })
                test.call.release(.value("late"))
                await test.settle()
                test.then(\.log == [])
            }
        }
        let outline = found.first?.message.split(separator: "\nSteps before the failure:\n").last ?? ""
        // The beginning of each line, without its number.
        let lines = outline.split(separator: "\n").map { line in
            line.drop { $0 == " " }.drop { $0 != " " }.dropFirst().prefix(24)
        }
        #expect(
            lines == [
                "action Action(name: \"fir", "use case UseCase(action:", "mutation logged(\"late\")",
                "action Action(name: \"sec", "use case UseCase(action:", "mutation logged(\"soon\")",
            ])
    }

    @Test func `with several scenes each line names its scene`() async {
        let (first, second, log) = (shelf(), shelf(), Log())
        let tokens = [first.attach(log), second.attach(log)]
        await first.execute(.touched).value
        await second.execute(.touched).value
        withExtendedLifetime(tokens) {}
        #expect(
            normalised(Outline.text(of: log.events), log.events) == """
                #1 Shelf/1 action touched
                #2 Shelf/2 action touched
                """)
    }

    @Test func `of many steps the last are listed, and steps without a listed cause are not indented`()
        async
    {
        let (scene, log) = (shelf(), Log())
        let token = scene.attach(log)
        for _ in 0..<10 { await scene.execute(.added(String(repeating: "x", count: 1_000))).value }
        withExtendedLifetime(token) {}
        let lines = Outline.text(of: log.events, limit: 3).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first == "… 27 earlier steps")
        #expect(lines.dropFirst().map { $0.prefix { $0 == " " }.count } == [0, 2, 4])
        #expect(lines.allSatisfy { $0.count < 160 })
        let orphans = log.events.filter { if case .mutation = $0.kind { true } else { false } }
        #expect(Outline.text(of: orphans).split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
        #expect(Outline.text(of: []) == "")
    }
}
