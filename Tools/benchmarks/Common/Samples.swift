import Foundation
import Kernel

/// Timings of one operation, in seconds.
struct Samples {
    private(set) var seconds: [Double] = []

    mutating func add(_ value: Double) { seconds.append(value) }

    /// Returns the value that a share of the samples does not exceed (nearest rank).
    func percentile(_ share: Double) -> Double {
        let sorted = seconds.sorted()
        return sorted.isEmpty
            ? .nan : sorted[min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }

    var median: Double { percentile(0.5) }
    var best: Double { seconds.min() ?? .nan }
}

/// Returns the seconds that a body takes by the monotonic clock.
func timed(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
}

/// One line of a benchmark: the operation, and its duration or rate.
struct Row: Codable {
    let name: String
    /// The program: ours or the peer.
    let who: String
    /// Median seconds.
    let p50: Double
    /// 99th percentile seconds.
    let p99: Double
    /// Best seconds.
    let best: Double
    /// Our speed divided by the peer's in the same run. Nil on the peer's own line, or without a
    /// peer.
    var ratio: Double?
    /// Further measurements: peak memory, size.
    var note: String?

    init(_ name: String, _ who: String, _ samples: Samples, ratio: Double? = nil, note: String? = nil) {
        self.name = name
        self.who = who
        self.ratio = ratio
        self.note = note
        p50 = samples.median
        p99 = samples.percentile(0.99)
        best = samples.best
    }
}

/// The lines of a benchmark, as a table or as JSON.
struct Report {
    let title: String
    var rows: [Row] = []

    func print(asJSON: Bool) throws {
        guard asJSON else { return write(table) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        write(String(decoding: try encoder.encode([title: rows]), as: UTF8.self) + "\n")
    }

    private var table: String {
        let head = ["work", "who", "p50", "p99", "best", "ratio", ""]
        let body = rows.map { row in
            [
                row.name, row.who, formatted(row.p50), formatted(row.p99), formatted(row.best),
                row.ratio.map { String(format: "%.2f ×", $0) } ?? "", row.note ?? "",
            ]
        }
        let widths = head.indices.map { column in ([head] + body).map { $0[column].count }.max() ?? 0 }
        let lines = ([head] + body).map { cells in
            zip(cells, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        }
        return "\n\(title)\n" + lines.joined(separator: "\n") + "\n"
    }

    private func formatted(_ seconds: Double) -> String {
        seconds < 0.001
            ? String(format: "%.1f µs", seconds * 1e6)
            : seconds < 1 ? String(format: "%.2f ms", seconds * 1e3) : String(format: "%.2f s", seconds)
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

/// The wall clock, for the stamps of stores.
let now: @Sendable () -> Instant = { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
