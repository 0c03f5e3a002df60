import Foundation

extension FilePlan {
    /// Writes all files or none. If a step fails, the steps before it are undone.
    ///
    /// - Throws: ``GeneratorError``, with what could not be undone.
    package func write(to files: any FileSystem) throws {
        try check(files)
        var done: [Step] = []
        var current = root
        do {
            for creation in creations {
                current = root + "/" + creation.path
                try makeFolders(of: creation.path, files, &done)
                try files.create(current, containing: creation.text)
                done.append(.created(current))
            }
            for edit in edits {
                current = root + "/" + edit.path
                try files.replace(current, containing: edit.after)
                done.append(.edited(current, before: edit.before))
            }
        } catch {
            throw Self.failure(error, at: current, left: Self.takeBack(done, files))
        }
    }

    private enum Step {
        /// A file or a folder.
        case created(String)
        case edited(String, before: String)
    }

    private func makeFolders(of path: String, _ files: any FileSystem, _ done: inout [Step]) throws {
        var place = root
        for step in path.split(separator: "/").dropLast() {
            place += "/" + step
            guard files.kind(of: place) == .nothing else { continue }
            try files.createDirectory(place)
            done.append(.created(place))
        }
    }

    /// Undoes the steps, last first, and returns the paths where that failed.
    private static func takeBack(_ steps: [Step], _ files: any FileSystem) -> [String] {
        steps.reversed().compactMap { step in
            switch step {
            case .created(let path):
                guard files.kind(of: path) != .nothing else { return nil }
                return (try? files.remove(path)) == nil ? path : nil
            case .edited(let path, let before):
                guard (try? files.read(path)) != before else { return nil }
                return (try? files.replace(path, containing: before)) == nil ? path : nil
            }
        }
    }

    private static func failure(_ error: any Error, at path: String, left: [String]) -> GeneratorError {
        let problem = (error as? GeneratorError)?.problem ?? "\(path) cannot be written: \(reason(of: error))."
        guard left.isEmpty else {
            return GeneratorError(problem, remedy: "This could not be undone: \(left.joined(separator: ", ")).")
        }
        return GeneratorError(
            problem,
            remedy: "Nothing was changed. Check the permissions of \(split(path).folder) and the space on the disk, "
                + "and try again.")
    }

    /// Returns the reason without the full stop that some systems add.
    private static func reason(of error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
        let code = (error as? POSIXError ?? cause)?.code
        let text = code.map { String(cString: strerror($0.rawValue)) } ?? error.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
