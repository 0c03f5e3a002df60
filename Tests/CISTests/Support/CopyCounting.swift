import CIS
import Synchronization

/// A scene whose state records its address and counts the copies of its content.
enum CopyCounting: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    enum Mutation: Sendable {
        /// Writes the large content, in place if it is not shared.
        case restock
        /// Writes a small field.
        case tick
    }

    struct State: SceneState {
        var ticks = 0
        var stock = Stock()
        /// The addresses of the state at each mutation.
        var addresses: Set<UInt> = []
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {
            var ticks = 0
        }
    }

    /// Large content behind a reference, copied when it is written while shared, as the library's arrays are.
    struct Stock: Sendable {
        private var content = Content()

        mutating func restock() {
            if !isKnownUniquelyReferenced(&content) { content = content.copy() }
        }

        var copies: Int { content.copies }

        private final class Content: Sendable {
            let copies: Int

            init(copies: Int = 0) { self.copies = copies }

            func copy() -> Content { Content(copies: copies + 1) }
        }
    }
}

@MainActor
final class CopyCountingStore: Store {
    let publisher = StatePublisher(CopyCounting.State())

    nonisolated static func mutate(_ state: inout CopyCounting.State, by mutation: CopyCounting.Mutation) {
        let address = withUnsafePointer(to: &state) { UInt(bitPattern: $0) }
        state.addresses.insert(address)
        switch mutation {
        case .restock: state.stock.restock()
        case .tick: state.ticks += 1
        }
    }
}
