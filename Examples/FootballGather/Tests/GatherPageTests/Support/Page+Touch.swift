import Foundation

/// A person uses the page with a finger.
extension Page {
    /// Taps on an element, as soon as it can be tapped.
    func tap(_ element: String) async throws {
        let point = try await place(of: element)
        try await touch("touchStart", point)
        try await touch("touchEnd")
    }

    /// Puts a finger on one element, moves it to another, and lifts it.
    func swipe(_ element: String, to target: String) async throws {
        _ = try await place(of: element)
        let to = try await place(of: target)
        // The page may have scrolled to the target.
        let from = try await middle(of: element)
        try await touch("touchStart", from)
        for step in 1...8 {
            let part = Double(step) / 8
            try await touch("touchMove", [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
        }
        try await touch("touchEnd")
    }

    /// - Parameter point: Where the finger is; nil if it was lifted.
    private func touch(_ type: String, _ point: [Double]? = nil) async throws {
        let points: [[String: Double]] = point.map { [["x": $0[0], "y": $0[1], "id": 1]] } ?? []
        try await call("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
    }
}
