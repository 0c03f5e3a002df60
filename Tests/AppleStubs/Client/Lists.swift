// A list of scenes in SwiftUI and in UIKit, as an app would write it. Only compiled.

import CIS
import Foundation
import SwiftUI
import UIKit

enum Shelf: SceneDefinition {
    enum Action: Sendable { case moved(IndexSet, to: Int), deleted(IndexSet) }
    enum Mutation: Sendable { case moved(IndexSet, to: Int), deleted(IndexSet) }
    struct Item: Sendable, Identifiable { let id: Int }
    struct State: SceneState { var notes: SceneList<Item> = [] }
}

final class ShelfController: SceneController<Shelf>, Controller {
    func handle(_ action: Shelf.Action) async {
        switch action {
        case .moved(let offsets, let offset): store.execute(.moved(offsets, to: offset))
        case .deleted(let offsets): store.execute(.deleted(offsets))
        }
    }
}

final class ShelfStore: SceneStore<Shelf>, Store {
    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) {
        switch mutation {
        case .moved(let offsets, let offset): state.notes.move(fromOffsets: offsets, toOffset: offset)
        case .deleted(let offsets): state.notes.remove(atOffsets: offsets)
        }
    }
}

extension Shelf {
    @MainActor static func assemble() -> SceneRuntime<Shelf> {
        let store = ShelfStore(State())
        let shelf = SceneRuntime<Shelf>(controller: ShelfController(store: store), store: store)
        shelf.list(\.notes) { _, _ in Notes.assemble() }
        return shelf
    }
}

struct ShelfView: View {
    @OwnedScene var shelf = Shelf.assemble()

    var body: some View {
        List {
            ForEach(shelf.observed(\.notes)) { item in
                if let note = shelf.child(of: \.notes, item.id, as: Notes.self) { NotesField(scene: note) }
            }
            .onMove { shelf.execute(.moved($0, to: $1)) }
            .onDelete { shelf.execute(.deleted($0)) }
        }
    }
}

final class NoteCell: UITableViewCell {
    private var token: ObservationToken?

    func show(_ note: SceneRuntime<Notes>?) {
        token = note?.observe(\.text) { [weak self] in self?.textLabel?.text = $0 }
    }
}

final class ShelfScreen: UIViewController {
    private let shelf = Shelf.assemble()
    private let table = UITableView()
    private let grid = UICollectionView()
    private var rows: UITableViewDiffableDataSource<Int, Shelf.Item.ID>?
    private var tiles: UICollectionViewDiffableDataSource<String, Shelf.Item.ID>?

    override func viewDidLoad() {
        let rows = UITableViewDiffableDataSource<Int, Shelf.Item.ID>(tableView: table) { [shelf] table, path, id in
            let cell = table.dequeueReusableCell(withIdentifier: "note", for: path)
            (cell as? NoteCell)?.show(shelf.child(of: \.notes, id, as: Notes.self))
            return cell
        }
        shelf.show(\.notes, in: rows, section: 0)
        self.rows = rows

        let tiles = UICollectionViewDiffableDataSource<String, Shelf.Item.ID>(collectionView: grid) { grid, path, _ in
            grid.dequeueReusableCell(withReuseIdentifier: "note", for: path)
        }
        shelf.show(\.notes, in: tiles, section: "notes", animated: false)
        self.tiles = tiles
    }
}
