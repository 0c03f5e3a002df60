extension ModelDisk {
    /// Returns the possible contents of the disk after a power cut, for the files of one folder.
    ///
    /// Any number of the first unsynchronized changes of names have reached the disk. An unsynchronized file has its
    /// last synchronized bytes, half of the new ones, zeros, or all of them.
    func afterPowerCut() -> [ModelDisk] {
        let content = content.withLock { $0 }
        return (0...content.pending.count).flatMap { arrived in
            [UnsyncedBytes.safe, .half, .zeros, .all].map { kept in
                var result = content
                result.names = content.safeNames
                for naming in content.pending.prefix(arrived) { naming.apply(to: &result.names) }
                for index in result.files.indices { result.files[index].bytes = kept.bytes(of: result.files[index]) }
                result.pending = []
                result.safeNames = result.names
                return ModelDisk(result).copy()
            }
        }
    }

    /// The bytes of a file after a power cut.
    private enum UnsyncedBytes {
        case safe, half, zeros, all

        func bytes(of file: File) -> [UInt8] {
            guard file.bytes != file.safe else { return file.bytes }
            return switch self {
            case .safe: file.safe
            case .half: Array(file.bytes.prefix(file.bytes.count / 2))
            case .zeros: file.bytes.map { _ in 0 }
            case .all: file.bytes
            }
        }
    }

    /// Returns the names of the files in a folder, including temporary ones.
    func fileNames(in folder: String) -> [String] {
        content.withLock { content in
            content.names.keys.filter { Self.folder(of: $0) == folder }.map { String($0.dropFirst(folder.count + 1)) }
        }
    }
}
