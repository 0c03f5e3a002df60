package import CIS
import CISWorkers
package import Foundation
package import GatherScenes

/// Keeps the screens of a person in a file while the program runs. If the program is killed, the next one continues where it was.
///
/// Each program has a file of its own, whose name is the number of its process.
@MainActor package final class KeptScreens {
    private struct Kept: Codable, Sendable {
        /// The server that the screens show.
        let server: String
        /// Their login. Another program may have stored the token of another user since.
        let session: String?
        let screens: SceneSnapshot
    }

    private let folder: URL
    private let server: String
    private let session: @Sendable () async -> String?
    private let isRunning: (Int32) -> Bool
    private let store: SnapshotStore<Kept>
    private var saving: Task<Void, Never>?
    private var hasChanged = false

    /// - Parameters:
    ///   - folder: The folder of the files.
    ///   - server: The name of the server that the screens show. Screens of another server are not continued.
    ///   - process: The number of this process.
    ///   - session: Identifies the login of this program. Screens of another login are not continued, either.
    ///   - isRunning: Returns whether a process is running.
    package init(
        in folder: URL, server: String, process: Int32 = getpid(), session: @escaping @Sendable () async -> String?,
        isRunning: @escaping (Int32) -> Bool = KeptScreens.isRunning
    ) {
        self.folder = folder
        self.server = server
        self.session = session
        self.isRunning = isRunning
        store = Self.store(in: folder, process)
    }

    /// Returns the app as it was when the last program was killed; otherwise a new one.
    ///
    /// The files of programs that were killed are removed before: if a restored screen ended the program again, the next start
    /// shows a new one.
    package func continued(
        _ assemble: @MainActor () -> SceneRuntime<GatherFlow>
    ) async -> SceneRuntime<GatherFlow> {
        for process in killed() {
            let store = Self.store(in: folder, process)
            let kept = try? await store.load()
            try? await store.remove()
            if let kept, kept.server == server, await session() == kept.session,
                let flow = try? kept.screens.restore(using: .visits, assemble)
            {
                return flow
            }
        }
        return assemble()
    }

    /// Saves the screens as they are now, if they are not being saved; otherwise again, as soon as they are. A file that cannot be
    /// written costs nothing but the screens after a kill.
    package func keep(_ flow: SceneRuntime<GatherFlow>) {
        hasChanged = true
        guard saving == nil else { return }
        saving = Task {
            while hasChanged {
                hasChanged = false
                guard let screens = try? flow.snapshot(using: .visits) else { continue }
                try? await store.save(Kept(server: server, session: await session(), screens: screens))
            }
            saving = nil
        }
    }

    /// Returns when everything has been saved.
    package func saved() async { await saving?.value }

    /// Removes the file: the person has left the program.
    package func end() async {
        await saved()
        try? await store.remove()
    }

    /// The processes that have left a file behind, the one that wrote last first.
    private func killed() -> [Int32] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        return (files ?? []).compactMap { file -> (process: Int32, date: Date)? in
            guard let process = Int32(file.lastPathComponent), !isRunning(process) else { return nil }
            let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
            return (process, values?.contentModificationDate ?? .distantPast)
        }
        .sorted { $0.date > $1.date }.map(\.process)
    }

    private static func store(in folder: URL, _ process: Int32) -> SnapshotStore<Kept> {
        SnapshotStore(folder.appending(path: "\(process)"))
    }

    /// Whether a process is running, which may be that of another user.
    package nonisolated static func isRunning(_ process: Int32) -> Bool {
        kill(process, 0) == 0 || errno != ESRCH
    }
}
