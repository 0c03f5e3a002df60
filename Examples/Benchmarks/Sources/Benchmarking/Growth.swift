import Foundation

/// How a cost grows with a size: `cost ≈ factor · size^exponent`.
///
/// The exponent is the slope of the least-squares line through the logarithms: 0 is constant, 1 is linear.
package struct Growth: Codable, Sendable, Equatable {
    package let exponent: Double

    /// - Parameter points: Sizes and costs. Points that are not greater than zero are ignored.
    /// - Returns: `nil` with fewer than two different sizes, because these do not determine a line.
    package init?(_ points: [(size: Double, cost: Double)]) {
        let logs = points.filter { $0.size > 0 && $0.cost > 0 }.map { (x: log($0.size), y: log($0.cost)) }
        let count = Double(logs.count)
        let meanX = logs.map(\.x).reduce(0, +) / count
        let meanY = logs.map(\.y).reduce(0, +) / count
        let variance = logs.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
        guard logs.count > 1, variance > 0 else { return nil }
        exponent = logs.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +) / variance
    }
}
