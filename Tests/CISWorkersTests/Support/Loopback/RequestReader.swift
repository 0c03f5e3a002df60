/// Reads the requests of one connection.
struct RequestReader {
    struct Head {
        var method = ""
        var target = ""
        var headers: [String: String] = [:]
    }

    let socket: Socket
    let connection: Int
    private var buffer: [UInt8] = []

    init(socket: Socket, connection: Int) {
        self.socket = socket
        self.connection = connection
    }

    /// Returns the next request without its body, or `nil` if the client has closed the connection.
    mutating func head() -> Head? {
        guard let first = line() else { return nil }
        let words = first.split(separator: " ")
        var head = Head()
        head.method = words.first.map(String.init) ?? ""
        head.target = words.dropFirst().first.map(String.init) ?? ""
        while let line = line() {
            if line.isEmpty { return head }
            guard let colon = line.firstIndex(of: ":") else { continue }
            head.headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].drop { $0 == " " }.description
        }
        return nil
    }

    /// Returns the first mebibyte of the body, and its size. `nil` if the client closes the connection before the end.
    mutating func body(of head: Head) -> (bytes: [UInt8], size: Int)? {
        if head.headers["expect"]?.lowercased() == "100-continue" {
            _ = socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        var kept: [UInt8] = []
        if head.headers["transfer-encoding"]?.lowercased() == "chunked" {
            var size = 0
            while let line = line(), let length = Int(line.prefix { $0 != ";" }, radix: 16) {
                guard take(length, into: &kept), self.line() != nil else { return nil }
                size += length
                if length == 0 { return (kept, size) }
            }
            return nil
        }
        let size = head.headers["content-length"].flatMap { Int($0) } ?? 0
        return take(size, into: &kept) ? (kept, size) : nil
    }

    private mutating func take(_ count: Int, into kept: inout [UInt8]) -> Bool {
        var left = count
        while left > 0 {
            if buffer.isEmpty {
                guard let more = socket.receive(), !more.isEmpty else { return false }
                buffer = more
            }
            let part = buffer.prefix(left)
            if kept.count < 1 << 20 { kept += part }
            left -= part.count
            buffer.removeFirst(part.count)
        }
        return true
    }

    private mutating func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = buffer[..<end]
                buffer.removeFirst(end + 1)
                return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
            guard let more = socket.receive(), !more.isEmpty else { return nil }
            buffer += more
        }
    }
}
