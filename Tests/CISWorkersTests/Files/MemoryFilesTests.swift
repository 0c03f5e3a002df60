import CISWorkers
import Foundation
import Testing

@Suite struct `Files in memory` {
    @Test func `behave like those on disk`() throws {
        let folder = try TemporaryFolder()
        #expect(try story(DiskFiles(), folder) == story(MemoryFiles(), folder))
    }

    /// The results of a sequence of calls to a file worker.
    private func story(_ files: any FileWorker, _ folder: TemporaryFolder) throws -> [String] {
        let (a, b) = (folder("a"), folder("sub/b"))
        var story: [String] = []
        func look() throws {
            for file in [a, b] {
                let info = try files.info(file)
                story.append(
                    "\(try files.read(file).map { Array($0) } ?? []) \(info?.size ?? -1) \(info?.isOwnerOnly ?? false)")
            }
            story.append("\(try files.list(folder.url).map(\.file.lastPathComponent))")
            story.append("\(try files.list(folder("sub")).map { [$0.file.lastPathComponent, "\($0.size)"] })")
        }
        try look()
        try files.replace(a, with: Data([1, 2]), access: .ownerOnly, durability: .buffered)
        try files.append(Data([3]), to: a, access: .standard)
        try files.append(Data([4]), to: b, access: .standard)
        try look()
        try files.replace(a, with: Data([5]))
        try files.move(a, to: b)
        try look()
        story.append("\(try files.remove(a)) \(try files.remove(b))")
        try files.removeLeftovers(in: folder.url)
        try look()
        return story
    }
}
