extension Store {
    /// If a store has no static `mutate`, the compiler chooses this function. The error is then the message below,
    /// which says what to write.
    @available(
        *, unavailable,
        message: """
            a store changes its state in `nonisolated static func mutate(_ state: inout State, by mutation: Mutation)`, which \
            is static because it must reach neither the store nor a worker
            """
    )
    nonisolated public static func mutate(_ state: inout State, by mutation: Mutation) {}
}
