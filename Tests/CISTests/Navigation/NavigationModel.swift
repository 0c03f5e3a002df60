/// A model of the children of a screen, without ids. Each push is an object of its own.
struct NavigationModel {
    /// One push or presentation.
    final class Entry {
        let route: String

        init(_ route: String) {
            self.route = route
        }
    }

    var stack: [Entry] = []
    var sheet: Entry?
    /// An earlier state, which can be restored.
    private var saved: (stack: [Entry], sheet: Entry?) = ([], nil)

    mutating func apply(_ step: NavigationStep) {
        switch step {
        case .push(let route): stack.append(Entry(route))
        case .pop: _ = stack.popLast()
        case .popToIndex(let index): if stack.indices.contains(index) { stack.removeSubrange((index + 1)...) }
        case .popToLast(let route):
            if let index = stack.lastIndex(where: { $0.route == route }) { stack.removeSubrange((index + 1)...) }
        case .popAll: stack = []
        case .replaceTop(let route):
            _ = stack.popLast()
            stack.append(Entry(route))
        case .show(let routes):
            var shared = 0
            while shared < min(stack.count, routes.count), stack[shared].route == routes[shared] { shared += 1 }
            stack = stack.prefix(shared) + routes.dropFirst(shared).map { Entry($0) }
        case .renew: stack = stack.map { Entry($0.route) }
        case .present(let route): sheet = Entry(route)
        case .dismiss: sheet = nil
        case .save: saved = (stack, sheet)
        case .goBack: (stack, sheet) = saved
        }
    }
}
