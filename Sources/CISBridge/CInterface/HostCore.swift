internal import CCISBridge
import CIS
import Foundation

/// The object behind the handle of a host in another language: one end of a connection, and the message that is lent to the
/// host.
final class HostCore: Sendable {
    let session: BridgeSession
    /// The number of the message that the host has not released yet.
    private let loan = LockedValue<UInt64?>(nil)

    @MainActor
    init(_ app: BridgedApp) {
        session = app.session()
    }

    /// Lends the next message.
    ///
    /// - Returns: 1, or the status that says why there is no message.
    func lendNext(_ loans: LoanTable, _ message: inout cis_message) -> Int {
        loan.withLock { loan in
            if let known = loan, loans.isOut(known) { return CIS_NOT_RELEASED }
            // Read before the next message is taken, so that a message that arrives in between is not missed.
            let isFinished = session.isFinished
            guard let bytes = session.next() else { return isFinished ? CIS_FINISHED : CIS_OK }
            message = loans.lend(bytes)
            loan = message.loan
            return 1
        }
    }
}

/// The open cores by their handles. The lower half of a handle is a place in the table; the upper half counts how often the
/// place was used.
final class CoreTable: Sendable {
    private struct Place: Sendable {
        var uses: UInt32 = 0
        var core: HostCore?
    }

    private let places = LockedValue<[Place]>([])

    func add(_ core: HostCore) -> cis_core {
        places.withLock { places in
            // A place whose counter has reached its maximum is never used again.
            let free = places.firstIndex { $0.core == nil && $0.uses < .max } ?? places.endIndex
            if free == places.endIndex { places.append(Place()) }
            places[free].uses += 1
            places[free].core = core
            return cis_core(places[free].uses) << 32 | cis_core(free)
        }
    }

    subscript(handle: cis_core) -> HostCore? {
        places.withLock { places in Self.index(of: handle, in: places).flatMap { places[$0].core } }
    }

    func remove(_ handle: cis_core) -> HostCore? {
        places.withLock { places in Self.index(of: handle, in: places).flatMap { places[$0].core.take() } }
    }

    private static func index(of handle: cis_core, in places: [Place]) -> Int? {
        guard let index = Int(exactly: handle & 0xFFFF_FFFF), index < places.count,
            places[index].uses == UInt32(handle >> 32)
        else { return nil }
        return index
    }
}

/// The messages that are lent to hosts, including those of cores that were closed since.
final class LoanTable: Sendable {
    private struct Loans: Sendable {
        var last: UInt64 = 0
        /// Addresses, because pointers are not `Sendable`.
        var memory: [UInt64: UInt] = [:]
    }

    private let loans = LockedValue(Loans())

    func lend(_ bytes: [UInt8]) -> cis_message {
        // One more byte for the 0 at the end.
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        memory.initialize(from: bytes, count: bytes.count)
        (memory + bytes.count).initialize(to: 0)
        let loan = loans.withLock { loans in
            loans.last += 1
            loans.memory[loans.last] = UInt(bitPattern: memory)
            return loans.last
        }
        return cis_message(bytes: UnsafePointer(memory), count: bytes.count, loan: loan)
    }

    func isOut(_ loan: UInt64) -> Bool { loans.withLock { $0.memory[loan] != nil } }

    func release(_ loan: UInt64) {
        let address = loans.withLock { $0.memory.removeValue(forKey: loan) }
        address.flatMap { UnsafeMutablePointer<UInt8>(bitPattern: $0) }?.deallocate()
    }
}
