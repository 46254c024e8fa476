import Foundation
import Kernel
import SQLiteStore
import Storage

/// A benchmark of the engine over SQLite against SQLite itself, with prepared statements and the
/// same durability, and of an app on SQLite against files.
struct SQLiteBenchmark {
    let directory: String
    let binaries: String
    let rounds: Int
    private let many = 100_000

    func run() throws -> Report {
        guard SQLiteStores.version != nil, let peer = SQLite.version else {
            return Report(title: "SQLite: this build has none, or this machine")
        }
        let rows = try durable() + bulk() + lookups() + wholeProcesses()
        return Report(
            title: "The store on SQLite (\(rounds) rounds, interleaved; SQLite \(peer), WAL FULL)", rows: rows)
    }

    private static func store(_ path: String) throws -> SQLiteStoreEngine {
        try SQLiteStoreEngine(path: path, ids: .timeOrdered(now: now, random: .system()), now: now)
    }

    /// Runs a number of durable inserts, or one bulk insert of as many, in a process of its own,
    /// for profiles.
    static func work(_ words: [String]) throws {
        guard words.count == 3, let count = Int(words[2]) else {
            throw BenchmarkError("--sqlite-work one|many FILE COUNT")
        }
        if words[0] == "many" { return try fill(words[1], count) }
        let store = try store(words[1])
        for number in 0..<count { try store.write { try $0.put(Note(number)) } }
        try store.close()
    }

    /// Measures the insertion of a record with an index, in a transaction of its own.
    private func durable() throws -> [Row] {
        let ours = try Self.store(directory + "/durable.db")
        let peer = try SQLite(directory + "/durable-peer.db")
        let files = try FileStore(directory: directory + "/durable-files", now: now)
        var samples = Samples()
        var theirs = Samples()
        var inFiles = Samples()
        for number in 0..<rounds * 100 {
            samples.add(try timed { try ours.write { try $0.put(Note(number)) } })
            theirs.add(try timed { try peer.insert("note-\(number)", number, Note.body) })
            inFiles.add(try timed { try files.write { try $0.put(Note(number)) } })
        }
        for store in [ours, files] as [any Store] { try store.close() }
        return rows("one durable insert", samples, [("SQLite", theirs), ("our files", inFiles)])
    }

    private func bulk() throws -> [Row] {
        var samples = Samples()
        var theirs = Samples()
        var fromC = Samples()
        for round in 0..<max(3, rounds / 4) {
            let place = "\(directory)/bulk-\(round)"
            samples.add(try timed { try Self.fill(place + ".db", many) })
            theirs.add(
                try timed {
                    let peer = try SQLite(place + "-peer.db")
                    try peer.run("begin")
                    for number in 0..<many { try peer.insert("note-\(number)", number, Note.body) }
                    try peer.run("commit")
                })
            fromC.add(StorePeers.bulkFromC(place + "-c.db", many) ?? .nan)
            for rest in [".db", "-peer.db", "-c.db"] { try? FileManager.default.removeItem(atPath: place + rest) }
        }
        return rows("bulk insert of \(many)", samples, [("SQLite", theirs), ("SQLite from C", fromC)])
    }

    private static func fill(_ path: String, _ count: Int) throws {
        let store = try store(path)
        for start in stride(from: 0, to: count, by: 10_000) {
            try store.write { try $0.put(contentsOf: (start..<min(start + 10_000, count)).map(Note.init)) }
        }
        try store.close()
    }

    private func lookups() throws -> [Row] {
        let place = directory + "/lookup"
        try Self.fill(place + ".db", many)
        let ours = try Self.store(place + ".db")
        let peer = try SQLite(place + "-peer.db")
        try peer.run("begin")
        for number in 0..<many { try peer.insert("note-\(number)", number, Note.body) }
        try peer.run("commit")
        var samples = Samples()
        var theirs = Samples()
        var newest = Samples()
        var theirNewest = Samples()
        for round in 0..<rounds {
            let ids = (0..<100).map { "note-\((round * 7919 + $0 * 104_729) % many)" }
            samples.add(try timed { for id in ids { _ = try ours.read { try $0.record(Identifier<Note>(id)) } } } / 100)
            theirs.add(
                try timed { for id in ids { _ = try peer.bodies("select body from notes where id=?", id) } } / 100)
            newest.add(try timed { _ = try ours.read { try $0.records(Note.byNumber.all.descending.limit(20)) } })
            theirNewest.add(try timed { _ = try peer.bodies("select body from notes order by number desc limit 20") })
        }
        try ours.close()
        return rows("one lookup of \(many), decoded", samples, [("SQLite", theirs)])
            + rows("newest 20 of \(many), decoded", newest, [("SQLite", theirNewest)])
    }

    /// Measures `dojang` over a year of study, from its start to its end.
    private func wholeProcesses() throws -> [Row] {
        let dojang = binaries + "/dojang"
        guard FileManager.default.isExecutableFile(atPath: dojang) else { return [] }
        let (year, database) = (directory + "/year", directory + "/year.db")
        let environment = ["HOME": directory, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        _ = try ProcessMeasurement.run(CommandLine.arguments[0], ["--write-year", year], environment: environment)
        let place = ["--data", year, "--today", YearOfStudy.today]
        let copy = try ProcessMeasurement.run(
            dojang, ["store", "copy", "file", "sqlite:" + database] + place, environment: environment)
        guard copy.status == 0 else { throw BenchmarkError("dojang store copy ended with status \(copy.status)") }
        return try [[], ["stats"], ["due"]].flatMap { words in
            var samples = Samples()
            var inFiles = Samples()
            for _ in 0..<rounds {
                for isDatabase in [true, false] {
                    let store = isDatabase ? ["--store", "sqlite:" + database] : []
                    let process = try ProcessMeasurement.run(dojang, words + place + store, environment: environment)
                    guard process.status == 0 else {
                        throw BenchmarkError("dojang \(words) ended with status \(process.status)")
                    }
                    if isDatabase { samples.add(process.seconds) } else { inFiles.add(process.seconds) }
                }
            }
            return rows("dojang \(words.joined()), a year of study, whole process", samples, [("our files", inFiles)])
        }
    }

    private func rows(_ name: String, _ samples: Samples, _ peers: [(who: String, samples: Samples)]) -> [Row] {
        [Row(name, "on SQLite", samples, ratio: peers.first.map { $0.samples.median / samples.median })]
            + peers.enumerated().filter { !$0.element.samples.median.isNaN }.map { place, peer in
                Row(name, peer.who, peer.samples, ratio: place == 0 ? nil : peer.samples.median / samples.median)
            }
    }
}
