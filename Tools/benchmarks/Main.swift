import Foundation

/// `benchmarks store|start [--rounds N] [--json] [--bin DIR]`: measures in one run, ours beside the peer, and prints the ratio.
@main
enum Benchmarks {
    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let asJSON = take("--json", from: &words)
        let rounds = try Int(value(of: "--rounds", in: &words) ?? "20") ?? { throw Usage("--rounds takes a number") }()
        let binaries =
            try value(of: "--bin", in: &words) ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        if let year = try value(of: "--write-year", in: &words) { return try YearOfStudy(directory: year).write() }
        if words.first == "--store-writer" { return try StoreCrowd.work(Array(words.dropFirst())) }
        if words.first == "--store-newest", words.count > 2 {
            return try StoreBenchmark.newest(words[1], of: Int(words[2]) ?? 0, closing: words.count == 3)
        }
        if words.first == "--store-fill", words.count == 3 { return try StoreBenchmark.fill(words[1], Int(words[2]) ?? 0) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "commonplace-bench-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in words.isEmpty ? ["start", "store"] : words {
            switch name {
            case "store": try StoreBenchmark(directory: folder.path, rounds: rounds).run().print(asJSON: asJSON)
            case "start":
                try StartBenchmark(directory: folder.path, binaries: binaries, rounds: rounds).run().print(asJSON: asJSON)
            default: throw Usage("there is no benchmark “\(name)”; there are store and start")
            }
        }
    }

    struct Usage: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private static func take(_ flag: String, from words: inout [String]) -> Bool {
        guard let place = words.firstIndex(of: flag) else { return false }
        words.remove(at: place)
        return true
    }

    private static func value(of option: String, in words: inout [String]) throws -> String? {
        guard let place = words.firstIndex(of: option) else { return nil }
        guard words.indices.contains(place + 1) else { throw Usage("\(option) needs a value") }
        defer { words.removeSubrange(place...place + 1) }
        return words[place + 1]
    }
}
