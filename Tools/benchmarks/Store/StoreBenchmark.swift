import Foundation
import Kernel
import Storage

/// A record of about 200 bytes with one index.
struct Note: Storable {
    let id: Identifier<Note>
    let number: Int
    let text: String
    static let byNumber = Index<Note, Int>.ordered("number") { $0.number }
    static let collection = RecordCollection<Note>("bench.notes", indexes: [byNumber])

    init(_ number: Int) {
        self.number = number
        id = Identifier("note-\(number)")
        text = Note.body
    }

    static let body = String(repeating: "The quick brown fox. ", count: 8)
}

/// A record like `Note` with a unique key.
struct Badge: Storable {
    let id: Identifier<Badge>
    let name: String
    static let byName = Index<Badge, String>.unique("name") { $0.name }
    static let collection = RecordCollection<Badge>("bench.badges", indexes: [byName])
}

/// A benchmark of the file store against the physical limit and SQLite, interleaved in one run.
struct StoreBenchmark {
    let directory: String
    let rounds: Int
    private let many = 100_000

    func run() throws -> Report {
        let peer = SQLite.version.map { "SQLite \($0), WAL FULL" } ?? "no SQLite on this machine"
        var report = Report(title: "Store (\(rounds) rounds, interleaved; \(peer))")
        for count in [10_000, many] { report.rows += try opening(count: count) }
        report.rows += try durableWrites()
        report.rows += try StoreCrowd(directory: directory, rounds: max(1, rounds / 5)).rows()
        report.rows += try bulk()
        report.rows += try lookups()
        report.rows += try uniqueInserts()
        report.rows += try StoreShelves(directory: directory, rounds: rounds).rows()
        return report
    }

    /// Measures one durable insert against an append of as many bytes with an fdatasync, and
    /// against SQLite.
    private func durableWrites() throws -> [Row] {
        let store = try FileStore(directory: directory + "/durable", now: now)
        let raw = try RawFile(directory + "/raw")
        let peer = try? SQLite(directory + "/durable.sqlite")
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 420) + [UInt8(ascii: "\n")]
        var ours = Samples()
        var theirs = Samples()
        var limit = Samples()
        var python = Samples()
        for number in 0..<rounds * 100 {
            if number % 100 == 0 {
                python.add(all: StorePeers.python("insert", "\(directory)/python-\(number).sqlite", 100))
            }
            ours.add(try timed { try store.write { try $0.put(Note(number)) } })
            limit.add(timed { raw.append(line) })
            if let peer { theirs.add(try timed { try peer.insert("note-\(number)", number, Note.body) }) }
        }
        try store.close()
        let name = "one durable insert"
        return compared(name, ours, theirs, hasPeer: peer != nil, note: perSecond(1, ours))
            + against(name, "SQLite from Python", ours, python)
            + [Row(name, "append + fdatasync", limit, ratio: limit.median / ours.median, note: perSecond(1, limit))]
    }

    func bulk() throws -> [Row] {
        var ours = Samples()
        var theirs = Samples()
        var fromC = Samples()
        var python = Samples()
        for round in 0..<max(3, rounds / 2) {
            let place = "\(directory)/bulk-\(round)"
            ours.add(try timed { try StoreBenchmark.fill(place, many) })
            theirs.add(try timed { try fillPeer(place, many) })
            fromC.add(StorePeers.bulkFromC(place + ".c.sqlite", many) ?? .nan)
            python.add(all: StorePeers.python("bulk", place + ".py.sqlite", many))
            for rest in ["", ".sqlite", ".c.sqlite", ".py.sqlite"] {
                try? FileManager.default.removeItem(atPath: place + rest)
            }
        }
        let name = "bulk insert of \(many)"
        return compared(name, ours, theirs, hasPeer: SQLite.version != nil, note: perSecond(many, ours))
            + against(name, "SQLite from C", ours, fromC) + against(name, "SQLite from Python", ours, python)
    }

    static func fill(_ place: String, _ count: Int) throws {
        let store = try FileStore(directory: place, now: now)
        let batch = 10_000
        for start in stride(from: 0, to: count, by: batch) {
            try store.write { try $0.put(contentsOf: (start..<min(start + batch, count)).map(Note.init)) }
        }
        try store.close()
    }

    private func opening(count: Int) throws -> [Row] {
        let place = "\(directory)/open-\(count)"
        // In processes of their own, because the measured process would inherit the size of the one
        // that prepared the data.
        _ = try ProcessMeasurement.run(CommandLine.arguments[0], ["--store-fill", place, "\(count)"], environment: [:])
        let (whole, peak) = try processes(["--store-newest", place, "\(count)"])
        // Each of these processes rebuilds the index.
        func lose() { unlink(place + "/index-1.bin") }
        let (wholeBare, peakBare) = try processes(["--store-newest", place, "\(count)", "unclosed"], before: lose)
        var indexed = Samples()
        var bare = Samples()
        var theirs = Samples()
        for _ in 0..<rounds {
            lose()
            bare.add(try timed { try StoreBenchmark.newest(place, of: count, closing: false) })
        }
        lose()
        try StoreBenchmark.newest(place, of: count)
        try fillPeer(place, count)
        for _ in 0..<rounds {
            indexed.add(try timed { try StoreBenchmark.newest(place, of: count) })
            theirs.add(
                (try? timed {
                    _ = try SQLite(place + ".sqlite").bodies("select body from notes order by number desc limit 20")
                }) ?? .nan)
        }
        var python = Samples()
        python.add(all: StorePeers.python("newest", place + ".sqlite", rounds))
        let name = "open + newest 20 of \(count)"
        return compared(name, indexed, theirs, hasPeer: SQLite.version != nil)
            + against(name, "SQLite from Python", indexed, python)
            + [Row(name + ", whole process", "Commonplace", whole, note: "\(peak >> 20) MiB")]
            + (StorePeers.wholePython("newest", place + ".sqlite", rounds).map {
                [Row(name + ", whole process", "SQLite from Python", $0.seconds, note: "\($0.peak >> 20) MiB")]
            } ?? [])
            + [
                Row(name + ", no index file", "Commonplace", bare),
                Row(name + ", no index file, whole process", "Commonplace", wholeBare, note: "\(peakBare >> 20) MiB"),
            ]
    }

    private func processes(_ arguments: [String], before prepare: () -> Void = {}) throws -> (Samples, peak: Int) {
        var samples = Samples()
        var peak = 0
        for _ in 0..<rounds {
            prepare()
            let process = try ProcessMeasurement.run(CommandLine.arguments[0], arguments, environment: [:])
            guard process.status == 0 else { throw POSIXError(.EIO) }
            samples.add(process.seconds)
            peak = max(peak, process.peakBytes)
        }
        return (samples, peak)
    }

    private func fillPeer(_ place: String, _ count: Int) throws {
        guard SQLite.version != nil else { return }
        let peer = try SQLite(place + ".sqlite")
        try peer.run("begin")
        for number in 0..<count { try peer.insert("note-\(number)", number, Note.body) }
        try peer.run("commit")
    }

    static func newest(_ place: String, of count: Int, closing: Bool = true) throws {
        let store = try FileStore(directory: place, now: now)
        let newest = try store.read { try $0.records(Note.byNumber.all.descending.limit(20)) }
        guard newest.count == 20, newest.first?.number == count - 1 else { throw POSIXError(.EIO) }
        if closing { try store.close() }
    }

    private func lookups() throws -> [Row] {
        let place = "\(directory)/open-\(many)"
        let store = try FileStore(directory: place, now: now)
        let peer = try? SQLite(place + ".sqlite")
        let batch = 5000
        var ours = Samples()
        var theirs = Samples()
        var scans = Samples()
        var peerScans = Samples()
        var random = RandomSource(seed: 1)
        for _ in 0..<rounds {
            let numbers = (0..<batch).map { _ in Int.random(in: 0..<many, using: &random) }
            ours.add(try timed { try StoreBenchmark.lookUp(numbers, in: store) } / Double(batch))
            theirs.add(
                (try? timed {
                    for number in numbers {
                        _ = try peer?.bodies("select body from notes where id = ?", "note-\(number)")
                    }
                } / Double(batch)) ?? .nan)
        }
        for _ in 0..<max(1, rounds / 5) {
            scans.add(try timed { _ = try store.read { try $0.records(Note.byNumber.all) } })
            peerScans.add((try? timed { _ = try peer?.bodies("select body from notes order by number") }) ?? .nan)
        }
        let hasPeer = peer != nil
        var pythonLookups = Samples()
        var pythonScans = Samples()
        pythonLookups.add(all: StorePeers.python("lookup", place + ".sqlite", rounds))
        pythonScans.add(all: StorePeers.python("scan", place + ".sqlite", max(1, rounds / 5)))
        let label = "one lookup of \(many), decoded"
        let all = "all of \(many) in order, decoded"
        return compared(label, ours, theirs, hasPeer: hasPeer, note: perSecond(1, ours))
            + against(label, "SQLite from Python", ours, pythonLookups)
            + compared(all, scans, peerScans, hasPeer: hasPeer, note: perSecond(many, scans))
            + against(all, "SQLite from Python", scans, pythonScans)
    }

    /// Runs a number of lookups in a store of 100,000, in a process of its own, for profiles.
    static func lookUp(in place: String, _ count: Int) throws {
        try lookUp((0..<count).map { $0 * 7919 % 100_000 }, in: FileStore(directory: place, now: now))
    }

    /// Reads all records of a store in order, a number of times.
    static func scan(_ place: String, _ times: Int) throws {
        let store = try FileStore(directory: place, now: now)
        for _ in 0..<times { _ = try store.read { try $0.records(Note.byNumber.all) } }
    }

    private static func lookUp(_ numbers: [Int], in store: FileStore) throws {
        try store.read { for number in numbers { _ = try $0.record(Identifier<Note>("note-\(number)")) } }
    }

    private func uniqueInserts() throws -> [Row] {
        let store = try FileStore(directory: directory + "/unique", now: now)
        let peer = try? SQLite(directory + "/unique.sqlite")
        try peer?.run("create unique index byBody on notes(body)")
        var ours = Samples()
        var theirs = Samples()
        let batch = 1000
        for round in 0..<rounds {
            let numbers = round * batch..<(round + 1) * batch
            ours.add(
                try timed {
                    try store.write { transaction in
                        for number in numbers {
                            try transaction.put(Badge(id: Identifier("b\(number)"), name: "name \(number)"))
                        }
                    }
                } / Double(batch))
            theirs.add(
                (try? timed {
                    try peer?.run("begin")
                    for number in numbers { try peer?.insert("b\(number)", number, "name \(number)") }
                    try peer?.run("commit")
                } / Double(batch)) ?? .nan)
        }
        try store.close()
        return compared(
            "one of \(batch) with a unique key", ours, theirs, hasPeer: peer != nil, note: perSecond(1, ours))
    }

    private func compared(_ name: String, _ ours: Samples, _ theirs: Samples, hasPeer: Bool, note: String? = nil)
        -> [Row]
    {
        guard hasPeer else { return [Row(name, "Commonplace", ours, note: note)] }
        return [
            Row(name, "Commonplace", ours, ratio: theirs.median / ours.median, note: note), Row(name, "SQLite", theirs),
        ]
    }

    /// Returns rows for the same work by another peer. The ratio divides the peer's time by ours.
    private func against(_ name: String, _ who: String, _ ours: Samples, _ theirs: Samples) -> [Row] {
        theirs.median.isNaN ? [] : [Row(name, who, theirs, ratio: theirs.median / ours.median)]
    }

    private func perSecond(_ count: Int, _ samples: Samples) -> String {
        "\(Int(Double(count) / samples.median)) a second"
    }
}

/// An append-only file.
struct RawFile {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
    }

    func append(_ bytes: [UInt8]) {
        _ = write(descriptor, bytes, bytes.count)
        #if os(Linux)
            fdatasync(descriptor)
        #else
            _ = fcntl(descriptor, F_FULLFSYNC)
        #endif
    }
}
