/// Programs without the library that do only what any such library has to do, with the means of the language. A budget below
/// such a floor cannot be met.
extension Workload {
    static var floors: [Workload] {
        [
            Workload(
                name: "F5m", title: "least program for W5m, with the same cases",
                operations: 200_000
            ) { count in
                let plain = PlainTally()
                // More than one type conforms, as in any program, so that the compiler cannot devirtualize the calls.
                let interactor: any FloorInteractor<Tally.UseCase> =
                    count > 0 ? FloorTallyInteractor(tally: plain, gate: nil) : FloorIdler()
                let controller: any FloorController<Tally.Action> =
                    count > 0 ? FloorTallyController(interactor: interactor) : FloorIdler()
                return Contest(
                    cis: {
                        let before = plain.state.count
                        for _ in 0..<count { await startOnFloor(.add, controller).value }
                        return plain.state.count - before
                    },
                    plain: {
                        let before = plain.state.count
                        for _ in 0..<count {
                            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                                await Task.immediate { plain.execute(.set(plain.state.domainState &+ 1)) }.value
                            } else {
                                await Task { plain.execute(.set(plain.state.domainState &+ 1)) }.value
                            }
                        }
                        return plain.state.count - before
                    }, expected: count)
            },
            inFlight("F5f", "least program for W5f, with one case") { gate in
                let plain = PlainTally()
                let controller = FloorForwarder(interactor: FloorWaiter(tally: plain, gate: gate))
                return Waiting(scene: controller, start: { startOnFloor(1, controller) }, count: { plain.state.count })
            },
            inFlight("F8", "least program for W5f and X8p, with the same cases") { gate in
                let plain = PlainTally()
                let controller = FloorTallyController(interactor: FloorTallyInteractor(tally: plain, gate: gate))
                return Waiting(
                    scene: controller, start: { startOnFloor(.wait, controller) }, count: { plain.state.count })
            },
            making("F6", "least program for W6: five objects that hold each other", budget: nil, byteBudget: nil) {
                FloorScene()
            },
            making("F6o", "least program for W6o", budget: nil, byteBudget: nil, isOneAtATime: true) { FloorScene() },
            making("F6s", "least program for W6s: two objects that hold each other", budget: nil, byteBudget: nil) {
                FloorPair()
            },
        ]
    }

    @MainActor
    private static func startOnFloor<Action: Sendable>(
        _ action: Action, _ controller: any FloorController<Action>
    ) -> Task<Void, Never> {
        let record = FloorRecord()
        var task: Task<Void, Never>
        repeat {
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                task = Task.immediate { @MainActor in
                    await handleOnFloor(action, by: controller, as: record)
                    record.isFinished = true
                }
            } else {
                task = Task { @MainActor in
                    await handleOnFloor(action, by: controller, as: record)
                    record.isFinished = true
                }
            }
            // As in the library: in a loop the compiler inlines Task.immediate, which makes it cheaper.
        } while record.isNever
        return task
    }

    /// Inlined, and isolated as in the library, so that the task looks at the executor once less.
    @inline(__always)
    private static func handleOnFloor<Action: Sendable>(
        _ action: Action, by controller: any FloorController<Action>, as record: FloorRecord,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await FloorRecord.$current.withValue(record) {
            _ = isolation
            await controller.handle(action)
        }
    }
}

final class FloorRecord: Sendable {
    @TaskLocal static var current: FloorRecord?
    @MainActor var isFinished = false
    let isNever: Bool
    init(isNever: Bool = false) { self.isNever = isNever }
}

@MainActor
protocol FloorController<Action>: AnyObject, Sendable {
    associatedtype Action: Sendable
    func handle(_ action: Action) async
}

@MainActor
protocol FloorInteractor<UseCase>: AnyObject, Sendable {
    associatedtype UseCase: Sendable
    func perform(_ useCase: UseCase) async
}

extension FloorInteractor {
    // Inlined, as in the library.
    @inline(__always)
    nonisolated(nonsending) func execute(_ useCase: UseCase) async { await perform(useCase) }
}

private final class FloorForwarder: FloorController {
    private let interactor: any FloorInteractor<Int>
    init(interactor: any FloorInteractor<Int>) { self.interactor = interactor }
    func handle(_ action: Int) async { await interactor.execute(action) }
}

private final class FloorWaiter: FloorInteractor {
    private let tally: PlainTally
    private let gate: Gate
    init(tally: PlainTally, gate: Gate) { (self.tally, self.gate) = (tally, gate) }
    func perform(_ useCase: Int) async {
        await gate.pass()
        tally.execute(.add(useCase))
    }
}

/// Corresponds to ``TallyController``.
final class FloorTallyController: FloorController {
    private let interactor: any FloorInteractor<Tally.UseCase>
    init(interactor: any FloorInteractor<Tally.UseCase>) { self.interactor = interactor }
    func handle(_ action: Tally.Action) async {
        switch action {
        case .add: await interactor.execute(.add)
        case .addAfterWork: await interactor.execute(.addAfterWork)
        case .search: await interactor.execute(.search)
        case .wait: await interactor.execute(.wait)
        }
    }
}

/// Corresponds to ``TallyInteractor``.
final class FloorTallyInteractor: FloorInteractor {
    private let tally: PlainTally
    private let gate: Gate?
    init(tally: PlainTally, gate: Gate?) { (self.tally, self.gate) = (tally, gate) }
    func perform(_ useCase: Tally.UseCase) async {
        switch useCase {
        case .add: tally.execute(.set(tally.state.domainState &+ 1))
        case .addAfterWork:
            await work()
            tally.execute(.add(1))
        case .search:
            await answer()
            if !Task.isCancelled { tally.execute(.add(1)) }
        case .wait:
            await gate?.pass()
            tally.execute(.add(1))
        }
    }
}

private final class FloorIdler<Value: Sendable>: FloorController, FloorInteractor {
    func handle(_ action: Value) async {}
    func perform(_ useCase: Value) async {}
}

/// An object as large as a publisher.
final class FloorPublisher {
    var words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

final class FloorPair {
    let publisher = FloorPublisher()
}

final class FloorPart {
    let parts: (AnyObject, AnyObject)
    init(_ first: AnyObject, _ second: AnyObject) { parts = (first, second) }
}

final class FloorScene {
    let pair: FloorPair
    let interactor: FloorPart
    let controller: FloorPart
    init() {
        pair = FloorPair()
        interactor = FloorPart(pair, pair)
        controller = FloorPart(interactor, pair)
    }
}
