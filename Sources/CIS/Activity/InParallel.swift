/// Does something for every item at the same time, and waits for all.
///
/// The way to do several things at once inside a use case. Unlike `async let` and task groups of your own, its branches
/// are known to test tools, which can then tell when a scene has come to rest.
///
/// ```swift
/// let keys = try await inParallel(images) { image in try await worker.upload(image) }
/// ```
///
/// - Parameters:
///   - items: What to do it for.
///   - isolation: The caller's isolation. Leave it out.
///   - body: Called once per item, off the main actor, each time in a child task of its own.
/// - Returns: The results, in the order of the items.
/// - Throws: The error that came first. The other branches are cancelled then, and waited for.
public func inParallel<Items: Collection, Value: Sendable, Failure: Error>(
    _ items: Items, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (Items.Element) async throws(Failure) -> Value
) async throws(Failure) -> [Value] where Items.Element: Sendable {
    let activity = Activity.ofThisTask
    let outcomes = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
        for (index, item) in items.enumerated() {
            let branch = activity?.branch(index)
            group.addTask(executorPreference: activity?.ledger.executor) {
                guard let branch else { return (index, await result(of: item, body)) }
                return await branch.run { (index, await result(of: item, body)) }
            }
        }
        var outcomes: [(index: Int, result: Result<Value, Failure>)] = []
        while outcomes.count < items.count {
            activity?.parkForBranches()
            guard let outcome = await group.next(isolation: isolation) else { break }
            activity?.hearOfBranch()
            outcomes.append(outcome)
            if case .failure = outcome.1 { group.cancelAll() }
        }
        return outcomes
    }
    for case .failure(let error) in outcomes.map(\.result) { throw error }
    var values: [Value] = []
    for outcome in outcomes.sorted(by: { $0.index < $1.index }) { values.append(try outcome.result.get()) }
    return values
}

private func result<Item, Value, Failure: Error>(
    of item: Item, _ body: (Item) async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) { return .success(try await body(item)) } catch { return .failure(error) }
}
