extension ModelDisk {
    /// What the disk may have after the power was cut now: every way that the rules allow, as far as one folder goes.
    ///
    /// Of the names that were not synchronised, any number of the first have arrived. Of a file that was not
    /// synchronised: what was safe before, half of the bytes, zeros in the place of bytes, or all.
    func afterPowerCut() -> [ModelDisk] {
        let content = content.withLock { $0 }
        return (0...content.pending.count).flatMap { arrived in
            [Remains.safe, .half, .zeros, .all].map { remains in
                var result = content
                result.names = content.safeNames
                for naming in content.pending.prefix(arrived) { naming.apply(to: &result.names) }
                for index in result.files.indices { result.files[index].bytes = remains.of(result.files[index]) }
                result.pending = []
                result.safeNames = result.names
                return ModelDisk(result).copy()
            }
        }
    }

    /// What is left of the bytes of a file.
    private enum Remains {
        case safe, half, zeros, all

        func of(_ file: File) -> [UInt8] {
            guard file.bytes != file.safe else { return file.bytes }
            return switch self {
            case .safe: file.safe
            case .half: Array(file.bytes.prefix(file.bytes.count / 2))
            case .zeros: file.bytes.map { _ in 0 }
            case .all: file.bytes
            }
        }
    }

    /// The names of the files in a folder, those that a writer leaves among them.
    func fileNames(in folder: String) -> [String] {
        content.withLock { content in
            content.names.keys.filter { Self.folder(of: $0) == folder }.map { String($0.dropFirst(folder.count + 1)) }
        }
    }
}
