package import CCISBridge
import CIS
import Foundation

// Implements the functions of cis_bridge.h, which documents each of them. Hosts call them by their C names. They are not internal
// in Swift, because a release build hides internal functions, and a library does not export hidden ones.

private let cores = CoreTable()
private let loans = LoanTable()

@implementation @c
package func cis_abi() -> UInt32 { CIS_ABI }

@implementation @c
package func cis_open(_ config: UnsafePointer<cis_config>?, _ core: UnsafeMutablePointer<cis_core>?) -> Int32 {
    core?.pointee = 0
    return status {
        guard let config, let core, config.pointee.size >= MemoryLayout<cis_config>.size, let app = config.pointee.app
        else { return CIS_BAD_ARGUMENT }
        var opened: cis_core = 0
        let status = onLoop(nested: CIS_NESTED) { openCore(app, &opened) }
        core.pointee = opened
        return status
    }
}

@implementation @c
package func cis_send(_ core: cis_core, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    status {
        guard let core = cores[core] else { return CIS_NO_CORE }
        guard count >= 0, bytes != nil || count == 0 else { return CIS_BAD_ARGUMENT }
        return core.session.send(UnsafeBufferPointer(start: bytes, count: count)) ? CIS_OK : CIS_BUSY
    }
}

@implementation @c
package func cis_fd(_ core: cis_core) -> Int32 {
    status {
        guard cores[core] != nil else { return CIS_NO_CORE }
        let descriptor = Int(HostLoop.descriptor)
        return descriptor >= 0 ? descriptor : CIS_NO_DESCRIPTOR
    }
}

@implementation @c
package func cis_turn(_ core: cis_core) -> Int32 {
    status {
        guard cores[core] != nil else { return CIS_NO_CORE }
        return onLoop(nested: CIS_NESTED) {
            HostLoop.turn()
            return CIS_OK
        }
    }
}

@implementation @c
package func cis_next(_ core: cis_core, _ message: UnsafeMutablePointer<cis_message>?) -> Int32 {
    var next = cis_message()
    let result = status {
        guard let core = cores[core] else { return CIS_NO_CORE }
        guard message != nil else { return CIS_BAD_ARGUMENT }
        return core.lendNext(loans, &next)
    }
    // Most hosts pass the same struct again and again. If it still contains a message that was not released, it must not be
    // overwritten.
    if result != CIS_NOT_RELEASED, result != CIS_IN_HINT { message?.pointee = next }
    return result
}

@implementation @c
package func cis_release(_ message: UnsafeMutablePointer<cis_message>?) {
    guard let message else { return }
    loans.release(message.pointee.loan)
    message.pointee = cis_message()
}

@implementation @c
package func cis_wake(
    _ core: cis_core, _ hint: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    status {
        guard let core = cores[core] else { return CIS_NO_CORE }
        // An address, because a pointer is not `Sendable`. The hint is called on this thread only.
        let address = UInt(bitPattern: data)
        return onLoop {
            core.session.onMessages(hint.map { HintThreads.calling($0, address) })
            return CIS_OK
        }
    }
}

@implementation @c
package func cis_close(_ core: cis_core) -> Int32 {
    status {
        guard cores[core] != nil else { return CIS_NO_CORE }
        return onLoop(nested: CIS_NESTED) {
            closeCore(core)
            // The jobs that closing has added run now, because the host perhaps never calls `cis_turn` again.
            HostLoop.settle()
            return CIS_OK
        }
    }
}

@implementation @c
package func cis_text(_ status: Int32) -> UnsafePointer<CChar> {
    UnsafeRawPointer(HostStatus.text(Int(status)).utf8Start).assumingMemoryBound(to: CChar.self)
}

@MainActor
private func openCore(_ app: @convention(c) () -> Void, _ core: inout cis_core) -> Int {
    guard LibraryCopy.isServing else { return CIS_SECOND_COPY }
    guard HostLoop.provesToRun(within: 1_000) else { return CIS_STALLED }
    BridgedApp.offered = nil
    app()
    guard let offered = BridgedApp.offered.take() else { return CIS_NO_APP }
    core = cores.add(HostCore(offered))
    return CIS_OK
}

@MainActor
private func closeCore(_ handle: cis_core) {
    guard let session = cores.remove(handle)?.session else { return }
    session.onMessages(nil)
    session.disconnect()
    // However many messages were sent before, they are handled.
    while !session.isOver, HostLoop.isReadable(within: 0) { HostLoop.turn() }
}

/// Runs the body and returns its status, unless the caller is inside a hint.
private func status(_ body: () -> Int) -> Int32 {
    Int32(HintThreads.hasThisThread ? CIS_IN_HINT : body())
}

/// Runs the body on the main actor, if this is its thread.
private func onLoop(_ body: @MainActor () -> Int) -> Int {
    if let objection = HostLoop.objectionToThisThread { return objection }
    return MainActor.assumeIsolated(body)
}

/// Runs the body on the main actor, if this is its thread and no other call that can run the app is in progress. Otherwise
/// returns `nested`.
private func onLoop(nested: Int, _ body: @MainActor () -> Int) -> Int {
    onLoop { HostLoop.enter { body() } ?? nested }
}
