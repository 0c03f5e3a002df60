internal import CIS

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The file of a specification. All scenarios of a process write to it.
package struct SpecificationFile: Sendable {
    private let path: String

    /// The scenarios that have failed in this process. A scenario that runs with several arguments counts as failed if
    /// one of these runs has failed.
    ///
    /// The lock also serialises writes, because each scenario reads the rows that others have written.
    private static let failed = LockedValue<Set<[String]>>([])

    package init(_ path: String) {
        self.path = path
    }

    /// Merges a scenario into the file. Safe on any thread, but not in two processes at the same time.
    ///
    /// - Throws: If the file cannot be read or written, or is not a specification.
    package func record(_ row: ScenarioRow, exercised: [DefinitionCases]) throws(SpecificationError) {
        let result = Self.failed.withLock { failed in
            Result { () throws(SpecificationError) in
                let key = [path, row.feature, row.scenario] + row.ids
                if !row.passed { failed.insert(key) }
                var row = row
                row.passed = !failed.contains(key)
                var document = try SpecificationDocument(markdown: try read())
                document.merge(row, exercised: exercised)
                try write(document.markdown)
            }
        }
        try result.get()
    }

    private func read() throws(SpecificationError) -> String {
        guard let file = fopen(path, "rb") else {
            if errno == ENOENT { return "" }
            throw failure("cannot be read")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        if ferror(file) != 0 { throw failure("cannot be read") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SpecificationError(line: nil, "\(path) is not UTF-8 text. Name another file.")
        }
        return text
    }

    /// Writes a temporary file and renames it, so that readers always see a complete text.
    private func write(_ text: String) throws(SpecificationError) {
        let draft = "\(path).\(getpid()).draft"
        guard let file = fopen(draft, "wb") else { throw failure("cannot be written") }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten, rename(draft, path) == 0 else {
            let error = failure("cannot be written")
            unlink(draft)
            throw error
        }
    }

    private func failure(_ what: String) -> SpecificationError {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return SpecificationError(line: nil, "\(path) \(what): \(reason).")
    }
}
