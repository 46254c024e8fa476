import Foundation
import Kernel
import Storage

/// Eight processes that insert into one store at the same time.
struct StoreCrowd {
    private static let writers = 8
    private static let inserts = 250

    let directory: String
    let rounds: Int

    func rows() throws -> [Row] {
        var all: [String: (each: Samples, rates: Samples)] = [
            "ours": (Samples(), Samples()), "sqlite": (Samples(), Samples()),
        ]
        for round in 0..<rounds {
            for kind in all.keys.sorted() where kind == "ours" || SQLite.version != nil {
                let place = "\(directory)/crowd-\(kind)-\(round)"
                let (waits, seconds) = try crowd(kind, place)
                for wait in waits { all[kind]?.each.add(wait) }
                all[kind]?.rates.add(seconds / Double(StoreCrowd.writers * StoreCrowd.inserts))
            }
        }
        let name = "durable insert, \(StoreCrowd.writers) processes"
        guard let ours = all["ours"], let theirs = all["sqlite"] else { return [] }
        func note(_ samples: (each: Samples, rates: Samples)) -> String {
            "\(Int(1 / samples.rates.median)) a second together; worst wait \(Int((samples.each.percentile(1)) * 1e6)) µs"
        }
        guard SQLite.version != nil else { return [Row(name, "Commonplace", ours.each, note: note(ours))] }
        return [
            Row(name, "Commonplace", ours.each, ratio: theirs.rates.median / ours.rates.median, note: note(ours)),
            Row(name, "SQLite", theirs.each, note: note(theirs)),
        ]
    }

    /// Returns the waits of every insert, and the total time from the first to the last.
    private func crowd(_ kind: String, _ place: String) throws -> ([Double], Double) {
        try StoreCrowd.prepare(kind, place)
        let start = Date().timeIntervalSince1970 + 0.3
        let children = try (0..<StoreCrowd.writers).map { number in
            try Child.start(
                CommandLine.arguments[0],
                [
                    "--store-writer", kind, place, "\(number)", "\(StoreCrowd.inserts)", "\(start)",
                    "\(place)-\(number).waits",
                ])
        }
        for child in children { guard child.wait() == 0 else { throw POSIXError(.ECHILD) } }
        var waits: [Double] = []
        var last = start
        for number in 0..<StoreCrowd.writers {
            let text = try String(contentsOfFile: "\(place)-\(number).waits", encoding: .utf8)
            let numbers = text.split(separator: "\n").compactMap { Double($0) }
            waits += numbers.dropLast()
            last = max(last, numbers.last ?? start)
        }
        return (waits, last - start)
    }

    private static func prepare(_ kind: String, _ place: String) throws {
        if kind == "ours" {
            try FileStore(directory: place, now: now).close()
        } else {
            _ = try SQLite(place + ".sqlite")
        }
    }

    /// Runs one of the processes: waits for the common start, inserts, and records every wait and
    /// its end.
    static func work(_ words: [String]) throws {
        guard words.count == 6, let number = Int(words[2]), let count = Int(words[3]), let start = Double(words[4])
        else {
            throw BenchmarkError("--store-writer KIND DIRECTORY NUMBER COUNT START FILE")
        }
        let insert: (Int) throws -> Void
        if words[0] == "ours" {
            let store = try FileStore(directory: words[1], now: now)
            insert = { note in try store.write { try $0.put(Note(note)) } }
        } else {
            let peer = try SQLite(words[1] + ".sqlite")
            insert = { note in try peer.insert("note-\(note)", note, Note.body) }
        }
        while Date().timeIntervalSince1970 < start { usleep(200) }
        var waits: [Double] = []
        for note in 0..<count { waits.append(try timed { try insert(number * 1_000_000 + note) }) }
        let end = Date().timeIntervalSince1970
        try ((waits + [end]).map { "\($0)" }.joined(separator: "\n") + "\n").write(
            toFile: words[5], atomically: false, encoding: .utf8)
    }
}

/// A started process that the caller waits for.
struct Child {
    let id: pid_t

    static func start(_ path: String, _ arguments: [String]) throws -> Child {
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var id: pid_t = 0
        guard posix_spawn(&id, path, nil, nil, words, environ) == 0 else { throw POSIXError(.EAGAIN) }
        return Child(id: id)
    }

    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        return status
    }
}
