import CISWorkers
import Foundation
import Testing

@Suite struct `A file of secrets` {
    private let folder: TemporaryFolder
    private let token = StorageKey<String>("token")
    private let secret = "s3cr3t-canary"

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `is readable by its owner only, like its folder`() async throws {
        try await SecureFileStore(folder("inner/secrets")).set(secret, for: token)
        #expect(try DiskFiles().info(folder("inner/secrets"))?.isOwnerOnly == true)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder("inner").path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o601])
    func `is not used once others can read or write it`(_ mode: Int) async throws {
        let store = SecureFileStore(folder("secrets"))
        try await store.set(secret, for: token)
        try expose(mode)
        for store in [store, SecureFileStore(folder("secrets"))] {
            let reading = await #expect(throws: StorageError.self) { try await store.value(for: token) }
            #expect(reading?.code == .exposed)
            let writing = await #expect(throws: StorageError.self) { try await store.set("new", for: token) }
            #expect(writing?.code == .exposed)
        }
        try await store.removeAll()
        #expect(try await store.value(for: token) == nil)
        try await store.set("new", for: token)
        #expect(try DiskFiles().info(folder("secrets"))?.isOwnerOnly == true)
    }

    /// Other files keep permissions that were set by hand.
    @Test func `has its own permissions again after a change`() async throws {
        let store = SecureFileStore(folder("secrets"))
        try await store.set(secret, for: token)
        try expose(0o700)
        try await store.set("new", for: token)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder("secrets").path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `is not used if it is a link, and the error says so`() async throws {
        try await SecureFileStore(folder("elsewhere")).set(secret, for: token)
        try FileManager.default.createSymbolicLink(at: folder("secrets"), withDestinationURL: folder("elsewhere"))
        let error = await #expect(throws: StorageError.self) {
            try await SecureFileStore(folder("secrets")).value(for: token)
        }
        #expect(error?.code == .notAFile)
        #expect(error?.description.contains("a link") == true)
    }

    /// Uses a system file, which belongs to another user. The superuser changes the owner of a file instead.
    @Test func `is not used if it is another user's, and the error says so`() async throws {
        var file = URL(filePath: "/etc/passwd")
        if getuid() == 0 {
            file = folder("secrets")
            try await SecureFileStore(file).set(secret, for: token)
            #expect(chown(file.path, 12_345, 12_345) == 0)
        }
        let store = SecureFileStore(file)
        let reading = await #expect(throws: StorageError.self) { try await store.value(for: token) }
        #expect(reading?.code == .otherOwner)
        #expect(reading?.description.contains("belongs to another user") == true)
        let writing = await #expect(throws: StorageError.self) { try await store.set("new", for: token) }
        #expect(writing?.code == .otherOwner)
    }

    @Test func `contains nothing readable if it is sealed`() async throws {
        try await SecureFileStore(folder("secrets"), sealing: .mirror).set(secret, for: token)
        let bytes = try Data(contentsOf: folder("secrets"))
        #expect(bytes.range(of: Data(secret.utf8)) == nil)
        #expect(bytes.range(of: Data("token".utf8)) == nil)
        #expect(try await SecureFileStore(folder("secrets"), sealing: .mirror).value(for: token) == secret)
    }

    @Test(arguments: [true, false])
    func `cannot be opened with another key, or without one`(_ isSealed: Bool) async throws {
        let otherKey = Sealing(seal: { $0 }, open: { _ in throw Sealing.WrongKey() })
        let file = folder("secrets")
        try await SecureFileStore(file, sealing: isSealed ? .mirror : nil).set(secret, for: token)
        let wrong = SecureFileStore(file, sealing: otherKey)
        let none = SecureFileStore(file, sealing: isSealed ? nil : .mirror)
        for store in [wrong, none] {
            let error = await #expect(throws: StorageError.self) { try await store.value(for: token) }
            #expect(error?.code == .sealing)
            await #expect(throws: StorageError.self) { try await store.set("new", for: token) }
        }
        #expect(try await SecureFileStore(file, sealing: isSealed ? .mirror : nil).value(for: token) == secret)
        try await none.removeAll()
        #expect(try await none.value(for: token) == nil)
    }

    @Test func `is not confused with files of other stores`() async throws {
        try await FileStore(folder("settings")).set("dark", for: StorageKey("theme"))
        let error = await #expect(throws: StorageError.self) {
            try await SecureFileStore(folder("settings")).value(for: token)
        }
        #expect(error?.code == .corrupt)
    }

    @Test func `does not show its secrets in descriptions and dumps`() async throws {
        let store = SecureFileStore(folder("secrets"))
        try await store.set(secret, for: token)
        _ = try await store.value(for: token)
        var dumped = ""
        dump(store, to: &dumped)
        #expect(!"\(store) \(String(reflecting: store)) \(dumped)".contains(secret))
    }

    private func expose(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("secrets").path)
    }
}
