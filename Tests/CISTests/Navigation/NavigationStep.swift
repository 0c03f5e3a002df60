import CIS
import TestSupport

/// A change that can be made to the navigation values of a screen.
enum NavigationStep: Sendable {
    case push(String)
    case pop
    case popToIndex(Int)
    case popToLast(String)
    case popAll
    case replaceTop(String)
    case show([String])
    /// Replaces the stack by a new one with the same screens.
    case renew
    case present(String)
    case dismiss
    /// Keeps a copy of both values.
    case save
    /// Restores the copies.
    case goBack

    static func random(_ dice: inout Dice) -> NavigationStep {
        func route() -> String { ["a", "b", "c", "가"].randomElement(using: &dice) ?? "a" }
        switch Int.random(in: 0..<24, using: &dice) {
        case 0..<7: return .push(route())
        case 7..<10: return .pop
        case 10: return .popToIndex(Int.random(in: 0..<8, using: &dice))
        case 11: return .popToLast(route())
        case 12: return .popAll
        case 13, 14: return .replaceTop(route())
        case 15, 16: return .show((0..<Int.random(in: 0..<6, using: &dice)).map { _ in route() })
        case 17: return .renew
        case 18, 19: return .present(route())
        case 20: return .dismiss
        case 21: return .save
        default: return .goBack
        }
    }

    /// Makes the change in the values. `saved` is stored outside of them, like an undo list.
    func apply(to state: inout Screen.State, saved: inout (SceneStack<String>, Presented<String>)) {
        switch self {
        case .push(let route): state.stack.push(route)
        case .pop: state.stack.pop()
        case .popToIndex(let index):
            if state.stack.elements.indices.contains(index) { state.stack.pop(to: state.stack.elements[index].id) }
        case .popToLast(let route): state.stack.pop(toLast: { $0 == route })
        case .popAll: state.stack.popAll()
        case .replaceTop(let route): state.stack.replaceTop(with: route)
        case .show(let routes): state.stack.show(routes)
        case .renew: state.stack = SceneStack(state.stack.routes)
        case .present(let route): state.sheet.present("sheet \(route)")
        case .dismiss: state.sheet.dismiss()
        case .save: saved = (state.stack, state.sheet)
        case .goBack: (state.stack, state.sheet) = saved
        }
    }
}
