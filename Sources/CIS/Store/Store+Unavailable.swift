extension Store {
    /// Stands in for a `mutate` that is missing or not static, so that the compiler says what to write.
    @available(
        *, unavailable,
        message: """
            a store changes its state in `nonisolated static func mutate(_ state: inout State, by mutation: Mutation)`, which \
            is static because it must reach neither the store nor a worker
            """
    )
    nonisolated public static func mutate(_ state: inout State, by mutation: Mutation) {}
}
