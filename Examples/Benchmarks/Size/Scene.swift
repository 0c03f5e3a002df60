import CIS

/// A booking of seats, as a scene. `measure.sh` copies it, with a number in its name, as often as an app has scenes.
enum Booking: SceneDefinition {
    typealias Worker = any BookingWorker

    enum Action: Sendable {
        case bookTapped(row: Int)
        case nameChanged(String)
        case cleared
    }

    enum UseCase: Sendable {
        case book(row: Int)
        case clear
    }

    enum Mutation: Sendable {
        case named(String)
        case booked(seat: String)
        case refused
        case cleared
    }

    struct State: SceneState {
        var name = ""
        var message = ""
        var domainState = DomainState()

        struct DomainState: Sendable { var seats: [String] = [] }
    }
}

protocol BookingWorker: AnyObject, Sendable {
    @MainActor func ring()
    @concurrent func findSeat(row: Int) async -> String?
}

final class BookingController: SceneController<Booking>, Controller {
    func handle(_ action: Booking.Action) async {
        switch action {
        case .bookTapped(let row): await interactor.execute(.book(row: row))
        case .nameChanged(let name): store.execute(.named(name))
        case .cleared: await interactor.execute(.clear)
        }
    }

    func policy(for action: Booking.Action) -> ActionPolicy {
        if case .bookTapped = action { .first } else { .concurrent }
    }
}

final class BookingInteractor: SceneInteractor<Booking>, Interactor {
    func perform(_ useCase: Booking.UseCase) async {
        switch useCase {
        case .book(let row):
            let seat = await worker.findSeat(row: row)
            guard let seat, store.domainState.seats.count < 2 else { return store.execute(.refused) }
            store.execute(.booked(seat: seat))
        case .clear:
            store.execute(.cleared)
        }
    }
}

final class BookingStore: SceneStore<Booking>, Store {
    nonisolated static func mutate(_ state: inout Booking.State, by mutation: Booking.Mutation) {
        switch mutation {
        case .named(let name): state.name = name
        case .booked(let seat):
            state.domainState.seats.append(seat)
            state.message = "Booked: \(seat)"
        case .refused: state.message = "No seat."
        case .cleared: state.domainState.seats = []
        }
    }

    func sideEffects(of mutation: Booking.Mutation, on state: Booking.State) {
        if case .booked = mutation { worker.ring() }
    }
}

final class BookingDesk: BookingWorker {
    func ring() { print("ring") }
    @concurrent func findSeat(row: Int) async -> String? { row > 0 ? "B\(row)" : nil }
}

extension Booking {
    @MainActor
    static func run() async {
        let desk = BookingDesk()
        let store = BookingStore(State(), worker: desk)
        let interactor = BookingInteractor(store: store, worker: desk)
        let controller = BookingController(interactor: interactor, store: store)
        let scene = SceneRuntime<Booking>(controller: controller, store: store)
        let message = scene.observe(\.message) { print($0) }
        let count = scene.observe({ $0.domainState.seats.count }) { print($0) }
        scene.execute(.nameChanged("Ada"))
        await scene.execute(.bookTapped(row: 7)).value
        print(scene.observed(\.name), scene.state.domainState.seats)
        await scene.execute(.cleared).value
        withExtendedLifetime((message, count)) {}
    }
}
