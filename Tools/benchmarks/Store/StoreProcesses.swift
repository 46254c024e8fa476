import Foundation
import Kernel
import Storage

/// Processes that tests start and kill.
enum StoreProcesses {
    /// Runs `--store-insert DIRECTORY FIRST COUNT`, which inserts records one by one and prints the
    /// number of each once it is acknowledged.
    static func insert(_ words: [String]) throws {
        guard words.count == 3, let first = Int(words[1]), let count = Int(words[2]) else {
            throw BenchmarkError("--store-insert DIRECTORY FIRST COUNT")
        }
        let store = try FileStore(directory: words[0], now: now)
        for number in first..<first + count {
            try store.write { try $0.put(Note(number)) }
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
        try store.close()
    }

    /// Runs `--store-compact DIRECTORY`, which rewrites the log repeatedly until its standard input
    /// ends.
    static func compact(_ words: [String]) throws {
        guard let directory = words.first else { throw BenchmarkError("--store-compact DIRECTORY") }
        let store = try FileStore(directory: directory, now: now)
        var times = 0
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 0) == 0 {
            _ = try store.engine.maintain(.compact)
            times += 1
        }
        FileHandle.standardOutput.write(Data("\(times)\n".utf8))
    }

    /// Runs `--store-check DIRECTORY`, which prints every stored number, or prints none if the
    /// store is inconsistent.
    static func check(_ words: [String]) throws {
        guard let directory = words.first else { throw BenchmarkError("--store-check DIRECTORY") }
        let store = try FileStore(directory: directory, now: now)
        let report = try store.engine.inspect()
        let numbers = try store.read { try $0.records(Note.byNumber.all).map(\.number) }
        let changes = try store.changes(since: 0, limit: .max)
        guard report.findings.allSatisfy({ $0.severity == .notice }),
            Set(changes.map(\.sequence)).count == numbers.count,
            changes.last?.sequence == numbers.count
        else { throw BenchmarkError("\(numbers.count) records, \(report.sequence) transactions, \(report.findings)") }
        FileHandle.standardOutput.write(Data((numbers.map(String.init).joined(separator: "\n") + "\n").utf8))
    }
}
