import CISWorkers
import TestSupport
import Testing

@MainActor
@Suite struct `Messages to the user` {
    /// A front end that shows one alert at a time, and closes it when the task is cancelled.
    private final class FrontEnd: MessagePresenter {
        private(set) var toasts: [ToastMessage] = []
        private(set) var alert: AlertMessage?
        private var answer: CheckedContinuation<AlertMessage.Choice?, Never>?
        let shown = Gate()

        func show(_ toast: ToastMessage) { toasts.append(toast) }

        func ask(_ alert: AlertMessage) async -> AlertMessage.Choice? {
            self.alert = alert
            defer { self.alert = nil }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    answer = continuation
                    shown.open()
                    Task { await shown.pass() }
                }
            } onCancel: {
                Task { @MainActor in self.choose(nil) }
            }
        }

        func choose(_ choice: AlertMessage.Choice?) {
            answer?.resume(returning: choice)
            answer = nil
        }
    }

    private let frontEnd = FrontEnd()
    private let deletion = AlertMessage(
        "Delete player", "Are you sure?", choices: [.destructive("Delete"), .cancel("Cancel")])

    @Test func `a toast has a text and a time`() {
        let presenter: any MessagePresenter = frontEnd
        presenter.show(ToastMessage("최대 5장까지 첨부할 수 있습니다"))
        presenter.show(ToastMessage("Saved", for: .seconds(5)))
        #expect(frontEnd.toasts.map(\.text) == ["최대 5장까지 첨부할 수 있습니다", "Saved"])
        #expect(frontEnd.toasts.map(\.duration) == [.seconds(2), .seconds(5)])
    }

    @Test func `an alert waits for the user's choice`() async {
        let frontEnd = frontEnd
        let deletion = deletion
        let choice = Task { await frontEnd.ask(deletion) }
        await frontEnd.shown.reached()
        #expect(frontEnd.alert?.choices.map(\.title) == ["Delete", "Cancel"])
        frontEnd.choose(.destructive("Delete"))
        #expect(await choice.value == .destructive("Delete"))
        #expect(frontEnd.alert == nil)
    }

    @Test func `a cancelled alert is closed without a choice`() async {
        let frontEnd = frontEnd
        let choice = Task { await frontEnd.ask(AlertMessage("Error", "unexpectedResponse")) }
        await frontEnd.shown.reached()
        #expect(frontEnd.alert?.choices == [.normal("OK")])
        choice.cancel()
        #expect(await choice.value == nil)
    }
}
