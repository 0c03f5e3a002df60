/// Runs a function for every item in parallel, and waits for all.
///
/// Use it to do several things at once inside a use case. Test tools track its branches, so they know when nothing in a
/// scene can run any more. They do not track `async let` and task groups.
///
/// ```swift
/// let keys = try await inParallel(images) { image in
///     try await worker.upload(image)
/// }
/// ```
///
/// - Parameters:
///   - items: The items.
///   - isolation: The caller's isolation, which is the default.
///   - body: Called once per item, off the main actor, each time in a child task of its own.
/// - Returns: The results, in the order of the items.
/// - Throws: The first error. The other branches are then cancelled, and waited for.
public func inParallel<Items: Collection, Value: Sendable, Failure: Error>(
    _ items: Items, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (Items.Element) async throws(Failure) -> Value
) async throws(Failure) -> [Value] where Items.Element: Sendable {
    try await inBranches(items, isolation: isolation, body)
}

/// Does the same. For test tools, `isLimit` tells of which items the branch waits for the time limit of a call.
package func inBranches<Items: Collection, Value: Sendable, Failure: Error>(
    _ items: Items, isolation: isolated (any Actor)? = #isolation, isLimit: (Items.Element) -> Bool = { _ in false },
    _ body: @escaping @Sendable (Items.Element) async throws(Failure) -> Value
) async throws(Failure) -> [Value] where Items.Element: Sendable {
    let trackedTask = TrackedTask.ofThisTask
    let (instrumentation, number) = (trackedTask?.instrumentation, trackedTask?.number ?? 0)
    let outcomes = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
        for (index, item) in items.enumerated() {
            let branch = instrumentation?.beginBranch(index, isLimit: isLimit(item), of: number)
            group.addTask(executorPreference: instrumentation?.executor) {
                await TrackedTask.run(as: branch) {
                    (index, await resultOfCall { () async throws(Failure) in try await body(item) })
                }
            }
        }
        var outcomes: [(index: Int, result: Result<Value, Failure>)] = []
        while outcomes.count < items.count {
            instrumentation?.beginSuspensionForBranches(of: number)
            guard let outcome = await group.next(isolation: isolation) else { break }
            instrumentation?.didReceiveBranch(of: number)
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

package func resultOfCall<Value, Failure: Error>(
    _ call: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) { return .success(try await call()) } catch { return .failure(error) }
}
