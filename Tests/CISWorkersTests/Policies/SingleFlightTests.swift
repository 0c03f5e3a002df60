import CIS
import CISWorkers
import TestSupport
import Testing

@MainActor
@Suite struct `Calls that share a flight` {
    private typealias Flights = SingleFlight<Int, Int, TestError>
    private typealias Caller = Task<Result<Int, TestError>, Never>

    /// A running call: its result, and whether it was cancelled when it ended.
    private final class Call: Sendable {
        let id: Int
        let gate = Gate()
        let ended = Gate()
        let wasCancelled = LockedValue(false)

        init(_ id: Int) { self.id = id }

        func run() async -> Int {
            await gate.pass()
            let isCancelled = Task.isCancelled
            wasCancelled.withLock { $0 = isCancelled }
            await ended.pass()
            return id
        }

        /// Lets the call end, and waits until it has ended.
        func end() async {
            gate.open()
            await ended.reached()
            ended.open()
        }
    }

    private let flights = Flights(cancelled: .cancelled)

    /// Joins the call before it returns.
    private func join(_ key: Int, _ call: Call, in flights: Flights? = nil) -> Caller {
        Task.immediate { [flights = flights ?? self.flights] in
            do throws(TestError) {
                return .success(try await flights.run(key) { () async throws(TestError) in await call.run() })
            } catch {
                return .failure(error)
            }
        }
    }

    @Test func `calls with equal keys at the same time share one`() async {
        let call = Call(1)
        let callers = (1...100).map { _ in join(7, call) }
        #expect(flights.count == 1)
        await call.end()
        for caller in callers { #expect(await caller.value == .success(1)) }
        #expect(flights.count == 0)
    }

    @Test func `different calls do not share`() async {
        let calls = [Call(1), Call(2)]
        let callers = [join(1, calls[0]), join(2, calls[1])]
        for (caller, call) in zip(callers, calls) {
            await call.end()
            #expect(await caller.value == .success(call.id))
        }
    }

    @Test func `a later call starts a new one`() async {
        for id in 1...2 {
            let call = Call(id)
            let caller = join(7, call)
            await call.end()
            #expect(await caller.value == .success(id))
        }
    }

    @Test func `all callers get the error`() async {
        let gate = Gate()
        let callers = (1...10).map { _ in
            Task.immediate { [flights] in
                await failure { () async throws(TestError) in
                    try await flights.run(7) { () async throws(TestError) in
                        await gate.pass()
                        throw .lasting
                    }
                }
            }
        }
        gate.open()
        for caller in callers { #expect(await caller.value == .lasting) }
    }

    @Test func `a cancelled caller returns immediately, and the call continues for the others`() async {
        let call = Call(1)
        let callers = (1...3).map { _ in join(7, call) }
        callers[0].cancel()
        #expect(await callers[0].value == .failure(.cancelled))
        await call.end()
        #expect(await callers[1].value == .success(1))
        #expect(await callers[2].value == .success(1))
        #expect(!call.wasCancelled.withLock { $0 })
    }

    @Test func `when all callers were cancelled, the call is cancelled, and the next caller starts a new one`() async {
        let abandoned = Call(1)
        let callers = (1...3).map { _ in join(7, abandoned) }
        await abandoned.gate.reached()
        for caller in callers { caller.cancel() }
        let call = Call(2)
        let late = join(7, call)
        // The old call ends while the new one is running. Its result is ignored.
        await abandoned.end()
        #expect(abandoned.wasCancelled.withLock { $0 })
        await call.end()
        #expect(await late.value == .success(2))
        for caller in callers { #expect(await caller.value == .failure(.cancelled)) }
    }

    @Test func `a call that runs to its end is not cancelled with its callers, and the next caller joins it`() async {
        let flights = Flights(cancelled: .cancelled, runsToItsEnd: true)
        let call = Call(1)
        let callers = (1...10).map { _ in join(7, call, in: flights) }
        for caller in callers { caller.cancel() }
        for caller in callers { #expect(await caller.value == .failure(.cancelled)) }
        #expect(flights.count == 1)
        let late = join(7, Call(2), in: flights)
        await call.end()
        #expect(await late.value == .success(1))
        #expect(!call.wasCancelled.withLock { $0 })
        #expect(flights.count == 0)
    }

    @Test func `a call that runs to its end without callers ends`() async {
        let flights = Flights(cancelled: .cancelled, runsToItsEnd: true)
        let call = Call(1)
        let caller = join(7, call, in: flights)
        caller.cancel()
        #expect(await caller.value == .failure(.cancelled))
        await call.end()
        let next = Call(2)
        let late = join(8, next, in: flights)
        await next.end()
        #expect(await late.value == .success(2))
    }

    @Test func `a caller that was cancelled before it joined starts no call`() async {
        let task = Task { [flights] in
            await failure { () async throws(TestError) in
                try await flights.run(7) { () async throws(TestError) in
                    Issue.record("called")
                    return 0
                }
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(flights.count == 0)
    }

    /// Callers join, are cancelled and get their results in random order. A model computes what each must get.
    @Test func `law: every caller gets the result of its call or its own cancellation`() async {
        struct Flight {
            let call: Call
            var callers: [Caller] = []
        }
        for seed in seeds(fewerWhenSanitized(60), for: "single flight") {
            var dice = Dice(seed: seed)
            var model: [Int: Flight] = [:]
            var abandoned: [Call] = []
            var lastID = 0
            for _ in 1...40 {
                let key = Int.random(in: 0..<3, using: &dice)
                switch Int.random(in: 0..<5, using: &dice) {
                case 0...2:
                    lastID += 1
                    let flight = model[key] ?? Flight(call: Call(lastID))
                    // The caller brings its own call, which must not be used if one is running.
                    let caller = join(key, model[key] == nil ? flight.call : Call(-lastID))
                    model[key] = Flight(call: flight.call, callers: flight.callers + [caller])
                case 3:
                    guard var flight = model[key] else { continue }
                    await flight.call.gate.reached()
                    let caller = flight.callers.remove(at: Int.random(in: flight.callers.indices, using: &dice))
                    caller.cancel()
                    #expect(await caller.value == .failure(.cancelled), "seed \(seed)")
                    model[key] = flight.callers.isEmpty ? nil : flight
                    if flight.callers.isEmpty { abandoned.append(flight.call) }
                default:
                    guard let flight = model.removeValue(forKey: key) else { continue }
                    await flight.call.end()
                    #expect(!flight.call.wasCancelled.withLock { $0 }, "seed \(seed)")
                    for caller in flight.callers {
                        #expect(await caller.value == .success(flight.call.id), "seed \(seed)")
                    }
                }
                #expect(flights.count == model.count, "seed \(seed)")
            }
            for flight in model.values {
                await flight.call.end()
                for caller in flight.callers { #expect(await caller.value == .success(flight.call.id), "seed \(seed)") }
            }
            for call in abandoned {
                await call.end()
                #expect(call.wasCancelled.withLock { $0 }, "seed \(seed)")
            }
        }
    }

    @Test func `callers on many threads, half of them cancelled`() async {
        let flights = flights
        await withTaskGroup(of: Void.self) { group in
            for number in 1...500 {
                group.addTask {
                    let task = Task {
                        try? await flights.run(number % 7) { () async throws(TestError) in number % 7 }
                    }
                    if number.isMultiple(of: 2) { task.cancel() }
                    let value = await task.value
                    #expect(value == number % 7 || (value == nil && number.isMultiple(of: 2)))
                }
            }
        }
        #expect(flights.count == 0)
    }
}
