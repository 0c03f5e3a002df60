import CISBridge
import CISWorkers
import Foundation
import GatherServices

/// FG-LOGIN-06, FG-LOGIN-07: keeps the username and the switch in the browser, which implements the worker `storage`. The token
/// stays in the memory of this process.
struct BrowserStore: KeyValueStore {
    let tokens: MemoryStore
    let browser: HostWorker

    var place: String { "the browser" }

    private struct Entry: Encodable {
        let name: String
        /// Base64 text; nil removes the entry.
        let value: String?
    }

    @concurrent func data(for name: String) async throws(StorageError) -> Data? {
        guard name != StorageKey<String>.token.name else { return await tokens.data(for: name) }
        do {
            return try await browser.call("get", name, as: String?.self).flatMap { Data(base64Encoded: $0) }
        } catch {
            throw StorageError(.cannotRead, in: place, key: name, reason: "\(error)")
        }
    }

    @concurrent func change(
        _ name: String, _ change: @Sendable (inout Data?) throws(StorageError) -> Void
    ) async throws(StorageError) {
        guard name != StorageKey<String>.token.name else { return try await tokens.change(name, change) }
        var data = try await data(for: name)
        try change(&data)
        let entry = Entry(name: name, value: data?.base64EncodedString())
        do {
            _ = try await browser.call("set", entry, as: String?.self)
        } catch {
            throw StorageError(.cannotWrite, in: place, key: name, reason: "\(error)")
        }
    }

    /// Removes only the tokens. No code needs to remove more.
    @concurrent func removeAll() async throws(StorageError) { await tokens.removeAll() }
}
