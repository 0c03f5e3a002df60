extension Report {
    /// The report as readable tables.
    ///
    /// - Parameter old: An earlier report. Results that have changed by more than a tenth since then are listed.
    package func text(comparedWith old: Report? = nil) -> String {
        var parts: [String] = []
        if !workloads.isEmpty { parts.append(workloadTable(old)) }
        if !series.isEmpty { parts.append(seriesTable(old)) }
        if let figures { parts.append(Self.table(of: figures)) }
        return parts.joined(separator: "\n\n")
    }

    private func workloadTable(_ old: Report?) -> String {
        var header = ["", "plain ns", "CIS ns", "min", "spread", "ratio", "best", "budget", "allocs", "bytes", "live"]
        if old != nil { header += ["was", "change"] }
        var table = Table(header)
        for result in workloads {
            var row = [
                "\(result.name) \(result.title)", result.baseline.median.nanoseconds,
                result.nanoseconds.median.nanoseconds, result.nanoseconds.minimum.nanoseconds,
                "\((result.nanoseconds.spread * 100).formatted(0))%",
                result.ratio.median.formatted(2) + (result.isWithinBudget ? "" : "!"),
                result.bestRatio.formatted(2), result.budget?.formatted(1) ?? "",
            ]
            row +=
                result.heap.map { heap in
                    let live = heap.liveBytes.magnitude < 0.5 ? "" : heap.liveBytes.formatted(0)
                    return [heap.allocations.formatted(1), heap.bytes.formatted(0), live]
                } ?? ["", "", ""]
            if let old { row += Self.change(of: result, since: old) }
            table.add(row)
        }
        return table.text
    }

    /// The earlier ratio, and by how much it has changed.
    static func change(of result: WorkloadResult, since old: Report) -> [String] {
        guard let former = old.workloads.first(where: { $0.name == result.name }) else { return ["new", ""] }
        let change = result.ratio.median / former.ratio.median - 1
        let percent = "\(change < 0 ? "" : "+")\((change * 100).formatted(0))%"
        return [
            former.ratio.median.formatted(2),
            change.magnitude > 0.1 ? "\(percent) \(change < 0 ? "better" : "worse")" : "same",
        ]
    }

    private static func table(of figures: [FigureResult]) -> String {
        var table = Table(["figure", "", "budget"])
        for figure in figures {
            let value = "\(figure.value.formatted(0)) \(figure.unit)" + (figure.isWithinBudget ? "" : "!")
            table.add(["\(figure.name) \(figure.title)", value, figure.budget.formatted(0)])
        }
        return table.text
    }

    private func seriesTable(_ old: Report?) -> String {
        var header = ["growth", "size:ns …", "exponent", "size:ratio …"]
        if old != nil { header.append("was") }
        var table = Table(header)
        for result in series {
            let points = result.points.map { "\($0.size):\($0.nanoseconds.nanoseconds)" }.joined(separator: " ")
            let ratios = result.points.compactMap { point in point.ratio.map { "\(point.size):\($0.formatted(1))" } }
            var row = [
                "\(result.name) \(result.title)", points, result.exponent?.formatted(2) ?? "none",
                ratios.joined(separator: " "),
            ]
            if let old {
                row.append(old.series.first { $0.name == result.name }?.exponent?.formatted(2) ?? "new")
            }
            table.add(row)
        }
        return table.text
    }
}
