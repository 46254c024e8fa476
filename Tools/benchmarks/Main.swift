import Foundation

/// `benchmarks search|start|store|tenants [--rounds N] [--json] [--bin DIR]`: measures in one run, ours beside the peer, and prints the ratio.
@main
enum Benchmarks {
    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(64)
        }
    }

    private static func run() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let asJSON = take("--json", from: &words)
        let rounds = try Int(value(of: "--rounds", in: &words) ?? "20") ?? { throw Usage("--rounds takes a number") }()
        let binaries =
            try value(of: "--bin", in: &words) ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        if let year = try value(of: "--write-year", in: &words) { return try YearOfStudy(directory: year).write() }
        if let place = try value(of: "--write-notes", in: &words) { return try SearchBenchmark.write(place) }
        if try hidden(words) { return }
        if let place = try value(of: "--write-tenants", in: &words) { return try Tenants(directory: place).write() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "commonplace-bench-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in words.isEmpty ? ["search", "start", "store", "tenants"] : words {
            switch name {
            case "search":
                try SearchBenchmark(directory: folder.path, binaries: binaries, rounds: rounds).run().print(asJSON: asJSON)
            case "store": try StoreBenchmark(directory: folder.path, rounds: rounds).run().print(asJSON: asJSON)
            case "start":
                try StartBenchmark(directory: folder.path, binaries: binaries, rounds: rounds).run().print(asJSON: asJSON)
            case "tenants":
                try TenantsBenchmark(directory: folder.path, binaries: binaries, rounds: rounds).run().print(asJSON: asJSON)
            default: throw Usage("there is no benchmark “\(name)”; there are search, start, store and tenants")
            }
        }
    }

    /// What benchmarks and tests call in processes of their own.
    private static func hidden(_ words: [String]) throws -> Bool {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "--store-fill" where rest.count == 2: try StoreBenchmark.fill(rest[0], Int(rest[1]) ?? 0)
        case "--store-newest" where rest.count > 1:
            try StoreBenchmark.newest(rest[0], of: Int(rest[1]) ?? 0, closing: rest.count == 2)
        case "--store-writer": try StoreCrowd.work(rest)
        case "--store-insert": try StoreProcesses.insert(rest)
        case "--store-compact": try StoreProcesses.compact(rest)
        case "--store-check": try StoreProcesses.check(rest)
        default: return false
        }
        return true
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
