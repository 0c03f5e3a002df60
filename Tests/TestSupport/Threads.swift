import CIS
import Dispatch

/// Runs a body on the given number of threads at once, and returns all results.
package func onThreads<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) async -> [Result] {
    let results = LockedValue<[Int: Result]>([:])
    return await withCheckedContinuation { continuation in
        let queue = DispatchQueue(label: "threads", attributes: .concurrent)
        let group = DispatchGroup()
        for thread in 0..<count {
            queue.async(group: group) {
                let result = body(thread)
                results.withLock { $0[thread] = result }
            }
        }
        group.notify(queue: queue) {
            let all = results.withLock { $0 }
            continuation.resume(returning: (0..<count).compactMap { all[$0] })
        }
    }
}
