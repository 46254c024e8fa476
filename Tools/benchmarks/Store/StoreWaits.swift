import Foundation
import Kernel
import Storage

/// The waits of other handles while one process rewrites the log: an open handle that reads, one
/// that writes, and newly opened handles.
struct StoreWaits {
    /// The measured operation of a waiting process.
    private enum Kind: String, CaseIterable {
        case read, write, open

        var name: String {
            switch self {
            case .read: "one lookup"
            case .write: "one durable insert"
            case .open: "open + newest 20"
            }
        }
    }

    let directory: String
    let rounds: Int

    func run() throws -> Report {
        var report = Report(title: "Waits while a log is rewritten (\(rounds) times)")
        for count in [100_000, 1_000_000] { report.rows += try rows(count) }
        return report
    }

    private func rows(_ count: Int) throws -> [Row] {
        let place = "\(directory)/waits-\(count)"
        _ = try ProcessMeasurement.run(CommandLine.arguments[0], ["--store-fill", place, "\(count)"], environment: [:])
        let children = try Kind.allCases.map { kind in
            try Child.start(CommandLine.arguments[0], ["--store-waiter", kind.rawValue, place, "\(count)"])
        }
        for kind in Kind.allCases { try StoreWaits.wait(for: "\(place).\(kind.rawValue).ready") }
        let seconds = try timed {
            for _ in 0..<rounds {
                _ = try ProcessMeasurement.run(CommandLine.arguments[0], ["--store-rewrite", place], environment: [:])
            }
        }
        try Data().write(to: URL(fileURLWithPath: place + ".stop"))
        for child in children { guard child.wait() == 0 else { throw POSIXError(.ECHILD) } }
        return try Kind.allCases.map { kind in
            let text = try String(contentsOfFile: "\(place).\(kind.rawValue)", encoding: .utf8)
            var samples = Samples()
            for wait in text.split(separator: "\n").compactMap({ Double($0) }) { samples.add(wait) }
            return Row(
                "\(kind.name) while \(count) are rewritten", "Commonplace", samples,
                note: String(
                    format: "worst %.1f ms of %d; 99.9 %% %.1f ms; a rewriting takes %.2f s",
                    samples.percentile(1) * 1e3,
                    samples.seconds.count, samples.percentile(0.999) * 1e3, seconds / Double(rounds)))
        }
    }

    private static func wait(for path: String) throws {
        while !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
    }

    /// Runs `--store-rewrite DIRECTORY` once, without closing the store afterwards.
    static func rewrite(_ words: [String]) throws {
        guard let place = words.first else { throw BenchmarkError("--store-rewrite DIRECTORY") }
        _ = try FileStore(directory: place, now: now).engine.maintain(.compact)
    }

    /// Runs `--store-waiter KIND DIRECTORY COUNT`, which repeats one operation until it is stopped
    /// and records the duration of each.
    static func work(_ words: [String]) throws {
        guard words.count == 3, let kind = Kind(rawValue: words[0]), let count = Int(words[2]) else {
            throw BenchmarkError("--store-waiter KIND DIRECTORY COUNT")
        }
        let place = words[1]
        let stop = words[1] + ".stop"
        let store = try FileStore(directory: place, now: now)
        var random = RandomSource(seed: 1)
        var waits: [Double] = []
        func act() throws {
            let number = Int.random(in: 0..<count, using: &random)
            switch kind {
            case .read: _ = try store.read { try $0.record(Identifier<Note>("note-\(number)")) }
            case .write: try store.write { try $0.put(Note(number)) }
            case .open:
                let fresh = try FileStore(directory: place, now: now)
                _ = try fresh.read { try $0.records(Note.byNumber.all.descending.limit(20)) }
            }
        }
        try act()
        try Data().write(to: URL(fileURLWithPath: "\(place).\(kind.rawValue).ready"))
        while !FileManager.default.fileExists(atPath: stop) {
            waits.append(try timed { try act() })
            usleep(kind == .open ? 20_000 : 1000)
        }
        try waits.map { "\($0)\n" }.joined().write(
            toFile: "\(place).\(kind.rawValue)", atomically: false, encoding: .utf8)
    }
}
