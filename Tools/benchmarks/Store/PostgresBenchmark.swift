import Foundation
import Kernel
import Postgres
import PostgresStore
import Storage

/// A benchmark of the engine on a PostgreSQL server, compared to the server's own programs with the
/// same tables and indexes.
///
/// The peers are pgbench with prepared statements and one round trip for each, and COPY.
struct PostgresBenchmark {
    let directory: String
    let rounds: Int
    private let many = 100_000
    /// The number of transactions in one sample, for the engine and for pgbench.
    private let times = 200

    private var server: BenchmarkServer { BenchmarkServer(directory: directory) }

    func run() throws -> Report {
        guard PostgresLibrary.version != nil, (try? server.start()) != nil else {
            return Report(title: "PostgreSQL: this build has none, or this machine")
        }
        defer { server.stop() }
        let version = try server.psql("SHOW server_version").split(separator: " ").first ?? ""
        let rows = try pouring() + single() + bulk() + reads()
        return Report(
            title: "The store on PostgreSQL \(version) (\(rounds) rounds, interleaved; one socket)", rows: rows)
    }

    /// Returns a store in a schema of its own.
    private func store(_ schema: String) throws -> PostgresStoreEngine {
        try PostgresStoreEngine(PostgresAddress(server.url() + "&schema=\(schema)"), now: now)
    }

    // MARK: - One durable transaction

    /// Returns the statements of the engine: the store's row, a record, its key.
    private static func ours(_ schema: String) -> String {
        """
        \\set n random(1, 1000000000000000)
        BEGIN;
        SELECT sequence, milliseconds, counter, form FROM \(schema).store FOR UPDATE;
        INSERT INTO \(schema).record (partition, collection, id, sequence, generation, milliseconds, counter, version, device, shape, entries, payload)
            VALUES ('', 'bench.notes', int8send(:n::bigint), :n::bigint, 0, 1, 1, 1, 'device', 'bench.notes' || chr(2) || 'number', int8send(:n::bigint),
            '{"id":"\(Note(1).id)","number":1,"text":"\(Note.body)"}');
        INSERT INTO \(schema).entry (partition, collection, name, key, id, held)
            VALUES ('', 'bench.notes', 'number', int8send(:n::bigint), int8send(:n::bigint), false);
        UPDATE \(schema).store SET sequence = sequence + 1, milliseconds = 1, counter = 1;
        COMMIT;
        """
    }

    /// The minimal script for a transaction: it locks one row and inserts another.
    private static let plain = """
        \\set n random(1, 1000000000000000)
        BEGIN;
        SELECT sequence FROM plain.store FOR UPDATE;
        INSERT INTO plain.note (id, number, body) VALUES ('note-' || :n::text, :n::bigint, '\(Note.body)');
        COMMIT;
        """

    private static let plainTables = """
        CREATE SCHEMA plain AUTHORIZATION owner; SET ROLE owner;
        CREATE TABLE plain.store (sequence bigint); INSERT INTO plain.store VALUES (0);
        CREATE TABLE plain.note (id text COLLATE "C" PRIMARY KEY, number bigint, body text);
        CREATE INDEX note_by_number ON plain.note (number);
        """

    private func single() throws -> [Row] {
        _ = try server.psql(PostgresBenchmark.plainTables)
        let mine = try store("mine")
        try store("peer").close()
        try mine.write { try $0.put(Note(-1)) }
        var ours = Samples()
        var same = Samples()
        var plain = Samples()
        var ratios = Samples()
        var plainRatios = Samples()
        for round in 0..<rounds {
            let start = round * times
            ours.add(
                try timed { for number in start..<start + times { try mine.write { try $0.put(Note(number)) } } }
                    / Double(times))
            same.add(try server.pgbench(PostgresBenchmark.ours("peer"), times: times))
            plain.add(try server.pgbench(PostgresBenchmark.plain, times: times))
            // Only neighboring samples are compared, because they share the load of the disk and
            // the machine.
            ratios.add((same.seconds.last ?? .nan) / (ours.seconds.last ?? .nan))
            plainRatios.add((plain.seconds.last ?? .nan) / (ours.seconds.last ?? .nan))
        }
        try mine.close()
        let name = "one durable transaction"
        return [
            Row(
                name, "Commonplace", ours, ratio: ratios.median,
                note: "\(perSecond(1, ours)); at least 0.67 × of pgbench"),
            Row(name, "pgbench, 6 prepared statements", same, note: perSecond(1, same)),
            Row(name, "pgbench, 4, one plain table", plain, ratio: plainRatios.median, note: perSecond(1, plain)),
        ]
    }

    // MARK: - Bulk

    private func bulk() throws -> [Row] {
        let folder = directory + "/copied"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var ours = Samples()
        var copied = Samples()
        var same = Samples()
        var plain = Samples()
        let notes = (0..<many).map(Note.init)
        let memory = MemoryStore(now: now)
        try memory.write { try $0.put(contentsOf: notes) }
        for round in 0..<max(3, rounds / 4) {
            let mine = try store("bulk\(round)")
            _ = try server.psql("CHECKPOINT")
            ours.add(try timed { try mine.write { try $0.put(contentsOf: notes) } })
            _ = try server.psql("CHECKPOINT")
            try mine.close()
            let target = try store("target")
            copied.add(try timed { try memory.engine.copyEverything(to: target.engine) })
            try target.close()
            try store("copy\(round)").close()
            let tables = ["record", "entry"]
            _ = try server.psql(
                tables.map { "\\copy bulk\(round).\($0) TO '\(folder)/\($0)' (FORMAT binary)\n" }.joined())
            _ = try server.psql(
                """
                \\copy (SELECT convert_from(r.id, 'UTF8'), (payload::json->>'number')::bigint, payload::json->>'text' FROM bulk\(round).record r) \
                TO '\(folder)/plain' (FORMAT binary)
                TRUNCATE plain.note; CHECKPOINT;
                """)
            same.add(
                try timed {
                    _ = try server.psql(
                        "BEGIN;\n"
                            + tables.map { "\\copy copy\(round).\($0) FROM '\(folder)/\($0)' (FORMAT binary)\n" }
                            .joined()
                            + "COMMIT;")
                })
            _ = try server.psql("CHECKPOINT")
            plain.add(try timed { _ = try server.psql("\\copy plain.note FROM '\(folder)/plain' (FORMAT binary)\n") })
            _ = try server.psql(
                "DROP SCHEMA bulk\(round) CASCADE; DROP SCHEMA copy\(round) CASCADE; DROP SCHEMA target CASCADE")
        }
        let name = "\(many) records in one transaction"
        return [
            Row(
                name, "Commonplace", ours, ratio: same.median / ours.median,
                note: "\(perSecond(many, ours)); at least 0.50 × of COPY"),
            Row(name, "COPY into the same tables", same, note: perSecond(many, same)),
            Row(
                name, "COPY into one plain table", plain, ratio: plain.median / ours.median,
                note: perSecond(many, plain)),
            Row(
                "`store copy` of \(many) into it", "Commonplace", copied, ratio: same.median / copied.median,
                note: perSecond(many, copied)),
        ]
    }

    /// Measures bulk work in processes of their own, so that memory of the records is not counted.
    ///
    /// It runs before this process has grown, because its children would inherit its size.
    private func pouring() throws -> [Row] {
        try [many, 4 * many].map { count in
            let url = try server.url() + "&schema=poured\(count)"
            let environment = ["PATH": "/usr/bin:/bin"]
            let words = ["--postgres-pour", url, "\(count)"]
            let process = try ProcessMeasurement.run(CommandLine.arguments[0], words, environment: environment)
            guard process.status == 0 else { throw BenchmarkError("pouring ended with status \(process.status)") }
            var samples = Samples()
            samples.add(process.seconds)
            let note = "\(perSecond(count, samples)); \(process.peakBytes >> 20) MiB at most"
            return Row("bulk work of \(count), whole process", "Commonplace", samples, note: note)
        }
    }

    /// Performs bulk work with a given number of records, each created just before it is written.
    static func pour(_ words: [String]) throws {
        let store = try PostgresStoreEngine(PostgresAddress(words[0]), now: now)
        let encoder = JSONEncoder()
        try store.engine.replaceInBulk(
            BulkReplacement { arrivals in
                for number in 0..<(Int(words[1]) ?? 0) {
                    let note = Note(number)
                    let key = IndexKey(text: String(format: "%09d", number))
                    try arrivals.put(
                        StoredRecord(
                            address: RecordAddress(
                                partition: .common, collection: Note.collection.name, id: note.id.rawValue),
                            stamp: Stamp(generation: 0, deleted: false, time: arrivals.time, device: arrivals.device),
                            payloadVersion: 1, entries: [IndexEntry(name: "number", unique: false, key: key)],
                            payload: encoder.encode(note)))
                }
            })
        try store.close()
    }

    // MARK: - Reading

    private func reads() throws -> [Row] {
        let mine = try store("read")
        try mine.write { try $0.put(contentsOf: (0..<many).map(Note.init)) }
        _ = try server.psql(
            "TRUNCATE plain.note; INSERT INTO plain.note SELECT 'note-' || n, n, '\(Note.body)' FROM generate_series(0, \(many - 1)) n; VACUUM ANALYZE plain.note"
        )
        let newest = "SELECT id, number, body FROM plain.note ORDER BY number DESC LIMIT 20;"
        let lookup =
            "\\set n random(0, \(many - 1))\nSELECT id, number, body FROM plain.note WHERE id = 'note-' || :n::text;"
        var first = Samples()
        var theirFirst = Samples()
        var thousand = Samples()
        var theirThousand = Samples()
        for round in 0..<rounds {
            first.add(
                try timed {
                    for _ in 0..<times { _ = try mine.read { try $0.records(Note.byNumber.all.descending.limit(20)) } }
                } / Double(times))
            theirFirst.add(try server.pgbench(newest, times: times))
            let ids = (0..<1_000).map { Identifier<Note>("note-\((round * 7919 + $0 * 104_729) % many)") }
            thousand.add(
                try timed {
                    for id in ids {
                        guard try mine.read({ try $0.record(id) }) != nil else {
                            throw BenchmarkError("\(id) is not there")
                        }
                    }
                })
            theirThousand.add(try server.pgbench(lookup, times: 1_000) * 1_000)
        }
        try mine.close()
        return [
            Row("newest 20 of \(many), decoded", "Commonplace", first, ratio: theirFirst.median / first.median),
            Row("newest 20 of \(many), decoded", "pgbench, one plain table", theirFirst, note: "decodes nothing"),
            Row("1,000 lookups, decoded", "Commonplace", thousand, ratio: theirThousand.median / thousand.median),
            Row("1,000 lookups, decoded", "pgbench, one plain table", theirThousand, note: "decodes nothing"),
        ]
    }

    private func perSecond(_ count: Int, _ samples: Samples) -> String {
        "\(Int(Double(count) / samples.median)) a second"
    }
}
