// A client that uses both adapters as an app would. Only compiled.

import CIS
import SwiftUI
import UIKit

enum Notes: SceneDefinition {
    enum Action: Sendable { case saveTapped, textChanged(String), pinned(Bool), edit(FieldChange<Form>) }
    enum UseCase: Sendable { case save }
    enum Mutation: Sendable { case setText(String), saved, setPinned(Bool), edited(FieldChange<Form>) }
    struct State: SceneState, Equatable {
        var text = ""
        var saves = 0
        var isPinned = false
        var form = Form()
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable {}
    }
    struct Form: FormFields, Equatable {
        var title = ""
        static let fields = [field("title", \.title)]
    }
}

@MainActor
final class NotesController: Controller {
    private let store: any MutationReceiver<Notes.Mutation>
    init(store: any MutationReceiver<Notes.Mutation>) { self.store = store }
    func handle(_ action: Notes.Action) async {
        switch action {
        case .saveTapped: store.execute(.saved)
        case .pinned(let isPinned): store.execute(.setPinned(isPinned))
        case .textChanged(let text): store.execute(.setText(text))
        case .edit(let change): store.execute(.edited(change))
        }
    }
}

@MainActor
final class NotesStore: Store {
    let publisher = StatePublisher(Notes.State())
    nonisolated static func mutate(_ state: inout Notes.State, by mutation: Notes.Mutation) {
        switch mutation {
        case .setText(let text): state.text = text
        case .saved: state.saves += 1
        case .setPinned(let isPinned): state.isPinned = isPinned
        case .edited(let change): state.form.apply(change)
        }
    }
}

extension Notes {
    @MainActor static func assemble() -> SceneRuntime<Notes> {
        let store = NotesStore()
        return SceneRuntime(controller: NotesController(store: store), store: store)
    }
}

struct NotesView: View {
    @OwnedScene var scene = Notes.assemble()

    var body: some View {
        Button("\(scene.observed(\.saves)) \(scene.state.text)") {
            scene.execute(.saveTapped, animation: .default)
            scene.execute(.pinned(true), animation: nil)
        }
    }
}

struct NotesField: View {
    let scene: SceneRuntime<Notes>

    var body: some View {
        VStack {
            TextField("note", text: scene.binding(\.text) { .textChanged($0) })
            TextField("title", text: scene.binding(\.form, \.title) { .edit($0) })
        }
    }
}

final class NotesScreen: UIViewController {
    private let scene = Notes.assemble()
    private let button = UIButton()
    private let field = UITextField()
    private let toggle = UISwitch()

    override func viewDidLoad() {
        scene.show(\.text, in: field, as: \.text, for: .editingChanged) { .textChanged($0) }
        scene.show(\.form.title, in: field, as: \.text, for: .editingChanged) { .edit(FieldChange(\.title, $0)) }
        scene.show(\.isPinned, in: toggle, as: \.isOn) { .pinned($0) }
        button.execute(.saveTapped, on: scene)
        scene.observe(\.text, on: self) { screen, text in screen.title = text }
    }
}
