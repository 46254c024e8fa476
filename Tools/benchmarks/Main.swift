import Foundation

/// The program `benchmarks [NAME …] [--postgres] [--rounds N] [--json] [--bin DIR]`, which measures
/// an app and its peer in one run and prints the ratio.
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
        let isOnServer = take("--postgres", from: &words)
        let rounds =
            try Int(value(of: "--rounds", in: &words) ?? "20") ?? { throw BenchmarkError("--rounds takes a number") }()
        let binaries =
            try value(of: "--bin", in: &words)
            ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        if let year = try value(of: "--write-year", in: &words) { return try YearOfStudy(directory: year).write() }
        if let family = try value(of: "--write-family", in: &words) { return try FamilyHome(directory: family).write() }
        if let place = try value(of: "--write-notes", in: &words) { return try SearchBenchmark.write(place) }
        if try hidden(words) { return }
        if let place = try value(of: "--write-club", in: &words) { return try ClubBenchmark.write(place) }
        if let place = try value(of: "--write-focus", in: &words) { return try YearsOfFocus(directory: place).write() }
        if let place = try value(of: "--write-tenants", in: &words) { return try Tenants(directory: place).write() }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "commonplace-bench-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for word in words where !suites.contains(where: { $0.name == word }) {
            throw BenchmarkError(
                "there is no benchmark “\(word)”; there are \(suites.map(\.name).joined(separator: ", "))")
        }
        let bench = BenchmarkRun(directory: folder.path, binaries: binaries, rounds: rounds, isOnServer: isOnServer)
        for suite in suites where words.isEmpty || words.contains(suite.name) {
            try suite.run(bench).print(asJSON: asJSON)
        }
    }

    /// The directory, programs and number of rounds of a suite.
    private struct BenchmarkRun {
        let directory: String
        let binaries: String
        let rounds: Int
        /// Whether the community is guarded by a database on a private server.
        let isOnServer: Bool
    }

    private static let suites: [(name: String, run: @Sendable (BenchmarkRun) throws -> Report)] = [
        (
            "bulk",
            {
                let rows = try StoreBenchmark(directory: $0.directory, rounds: $0.rounds).bulk()
                return Report(title: "Bulk inserts (\($0.rounds) rounds)", rows: rows)
            }
        ),
        ("club", { try ClubBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        (
            "community",
            {
                $0.isOnServer
                    ? try GuardedBenchmark(
                        directory: $0.directory, binaries: $0.binaries, rounds: max(1, $0.rounds / 5)
                    ).run()
                    : try CommunityBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run()
            }
        ),
        (
            "crowd",
            {
                let rows = try StoreCrowd(directory: $0.directory, rounds: max(1, $0.rounds / 5)).rows()
                return Report(title: "Eight processes (\(max(1, $0.rounds / 5)) times)", rows: rows)
            }
        ),
        ("content", { try ContentBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        (
            "diary",
            {
                try DiaryBenchmark(
                    directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds,
                    python: ProcessInfo.processInfo.environment["COMMONPLACE_PYTHON"] ?? "python3"
                ).run()
            }
        ),
        ("focusflow", { try FocusBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        ("learners", { _ in LearnersBenchmark().run() }),
        ("postgres", { try PostgresBenchmark(directory: $0.directory, rounds: $0.rounds).run() }),
        ("schedule", { try ScheduleBenchmark(directory: $0.directory, rounds: $0.rounds).run() }),
        ("search", { try SearchBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        (
            "shelves",
            {
                let rows = try StoreShelves(directory: $0.directory, rounds: $0.rounds).rows()
                return Report(title: "Shelves (\($0.rounds) rounds)", rows: rows)
            }
        ),
        ("sizes", { try StoreSizes(directory: $0.directory).run() }),
        ("sqlite", { try SQLiteBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        ("start", { try StartBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        ("store", { try StoreBenchmark(directory: $0.directory, rounds: $0.rounds).run() }),
        ("sync", { try SyncBenchmark(directory: $0.directory, rounds: $0.rounds).run() }),
        ("syncpostgres", { try SyncPostgresBenchmark(directory: $0.directory, rounds: $0.rounds).run() }),
        ("tenants", { try TenantsBenchmark(directory: $0.directory, binaries: $0.binaries, rounds: $0.rounds).run() }),
        ("tests", { try GradingTestBenchmark(rounds: $0.rounds).run() }),
        ("waits", { try StoreWaits(directory: $0.directory, rounds: max(1, $0.rounds / 5)).run() }),
    ]

    /// Runs an internal command that benchmarks and tests call in a process of its own, and returns
    /// whether it was one.
    private static func hidden(_ words: [String]) throws -> Bool {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "--store-fill" where rest.count == 2: try StoreBenchmark.fill(rest[0], Int(rest[1]) ?? 0)
        case "--store-newest" where rest.count > 1:
            try StoreBenchmark.newest(rest[0], of: Int(rest[1]) ?? 0, closing: rest.count == 2)
        case "--store-lookup" where rest.count == 2: try StoreBenchmark.lookUp(in: rest[0], Int(rest[1]) ?? 0)
        case "--store-scan" where rest.count == 2: try StoreBenchmark.scan(rest[0], Int(rest[1]) ?? 0)
        case "--postgres-pour" where rest.count == 2: try PostgresBenchmark.pour(rest)
        case "--community-act": try CommunityProcesses.act(rest)
        case "--community-storm": try CommunityStorm.run(rest)
        case "--write-community" where rest.count == 1: try CommunityBenchmark.write(rest[0])
        case "--store-waiter": try StoreWaits.work(rest)
        case "--store-size": try StoreSizes.work(rest)
        case "--store-rewrite": try StoreWaits.rewrite(rest)
        case "--store-writer": try StoreCrowd.work(rest)
        case "--store-insert": try StoreProcesses.insert(rest)
        case "--sqlite-work": try SQLiteBenchmark.work(rest)
        case "--store-compact": try StoreProcesses.compact(rest)
        case "--store-check": try StoreProcesses.check(rest)
        default: return false
        }
        return true
    }

    private static func take(_ flag: String, from words: inout [String]) -> Bool {
        guard let place = words.firstIndex(of: flag) else { return false }
        words.remove(at: place)
        return true
    }

    private static func value(of option: String, in words: inout [String]) throws -> String? {
        guard let place = words.firstIndex(of: option) else { return nil }
        guard words.indices.contains(place + 1) else { throw BenchmarkError("\(option) needs a value") }
        defer { words.removeSubrange(place...place + 1) }
        return words[place + 1]
    }
}
