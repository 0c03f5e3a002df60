/// The same booking without the library, in as little code as possible. It shows the same texts.
struct BookingState {
    var name = ""
    var message = ""
    var seats: [String] = []
}

@MainActor
final class BookingModel {
    private(set) var state = BookingState() {
        didSet { for observer in observers { observer(state) } }
    }
    private var observers: [(BookingState) -> Void] = []
    private var isBooking = false
    private let desk: any BookingWorker

    init(desk: any BookingWorker) {
        self.desk = desk
    }

    func observe<Value: Equatable>(
        _ select: @escaping (BookingState) -> Value, _ onChange: @escaping (Value) -> Void
    ) {
        var last = select(state)
        onChange(last)
        observers.append { state in
            let value = select(state)
            guard value != last else { return }
            last = value
            onChange(value)
        }
    }

    func rename(_ name: String) { state.name = name }

    func clear() { state.seats = [] }

    func book(row: Int) async {
        guard !isBooking else { return }
        isBooking = true
        defer { isBooking = false }
        let seat = await desk.findSeat(row: row)
        guard let seat, state.seats.count < 2 else { return state.message = "No seat." }
        state.seats.append(seat)
        state.message = "Booked: \(seat)"
        desk.ring()
    }
}

protocol BookingWorker: AnyObject, Sendable {
    @MainActor func ring()
    @concurrent func findSeat(row: Int) async -> String?
}

final class BookingDesk: BookingWorker {
    func ring() { print("ring") }
    @concurrent func findSeat(row: Int) async -> String? { row > 0 ? "B\(row)" : nil }
}

enum Booking {
    @MainActor
    static func run() async {
        let model = BookingModel(desk: BookingDesk())
        model.observe(\.message) { print($0) }
        model.observe({ $0.seats.count }, { print($0) })
        model.rename("Ada")
        await model.book(row: 7)
        print(model.state.name, model.state.seats)
        model.clear()
    }
}
