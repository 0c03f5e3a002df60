import Testing

@testable import Party

final class GuestListWorkerStub: GuestListWorker {
    private let addresses: [String: String]
    @MainActor private(set) var toasts: [String] = []

    init(addresses: [String: String] = [:]) { self.addresses = addresses }

    func showToast(_ message: String) { toasts.append(message) }
    @concurrent func findAddress(of name: String) async -> String? {
        addresses[name]
    }
}

@MainActor
@Suite struct `Guest list` {
    private let mina = GuestList.Guest(
        name: "Mina", address: "mina@example.org")

    @Test func `a known guest is invited`() async {
        // Given
        let worker = GuestListWorkerStub(addresses: [
            "Mina": "mina@example.org"
        ])
        let scene = GuestList.assemble(worker: worker)
        scene.execute(.nameChanged("Mina"))

        // When
        await scene.execute(.inviteTapped).value

        // Then
        #expect(scene.state.lines == ["Mina <mina@example.org>"])
        #expect(worker.toasts.isEmpty)
    }
}
