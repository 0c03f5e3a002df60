import Foundation

extension FileHandle {
    /// Reads, on a thread of its own, until a text has arrived or the input ends.
    func text(until end: String? = nil) async -> String {
        await withCheckedContinuation { continuation in
            let descriptor = fileDescriptor
            Thread.detachNewThread {
                var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 4 << 10))
                while end.map({ !data.contains($0.utf8) }) ?? true {
                    let count = Foundation.read(descriptor, &buffer, buffer.count)
                    guard count > 0 else { break }
                    data.append(contentsOf: buffer[..<count])
                }
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }

    /// Reads a line, without its end. Text that has arrived together with it is lost.
    func line() async -> String { String(await text(until: "\n").prefix { $0 != "\n" }) }
}
