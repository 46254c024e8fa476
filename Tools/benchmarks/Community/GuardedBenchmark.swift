import CommunityAdapters
import Foundation
import Kernel
import Postgres
import Synchronization

/// Votes in a community guarded by a database, on a private server.
///
/// It measures 32 clients next to pgbench with the same statement, a thousand people at once, and
/// the roadmap over a million votes.
struct GuardedBenchmark {
    private static let clients = 32
    private static let crowd = 1_000
    private static let items = 50
    private static let million = 1_000_000

    let directory: String
    /// The directory of the programs.
    let binaries: String
    let rounds: Int

    private var server: BenchmarkServer { BenchmarkServer(directory: directory) }

    private var passwords: String { directory + "/passwords" }

    func run() throws -> Report {
        try server.start(connections: 1_100)
        defer { server.stop() }
        let logins = try setUpServer()
        var report = Report(title: "A community that a database guards (\(rounds) rounds of two seconds)")
        report.rows += try voting(Array(logins.prefix(GuardedBenchmark.clients)))
        report.rows.append(try crowd(logins))
        report.rows += try reading(logins[0])
        return report
    }

    // MARK: - The server

    private func superuser(_ sql: String) throws -> String {
        try server.psql("SET search_path = commonplace_community;\n" + sql)
    }

    /// Creates the schema, fifty items and a thousand people who can log in.
    private func setUpServer() throws -> [String] {
        _ = try superuser("BEGIN;\n\(CommunitySchema.current.script())\nCOMMIT;")
        // SCRAM takes four thousand rounds a password on purpose. All logins share one.
        let logins = try superuser(
            """
            UPDATE limits SET most = 100000 WHERE name = 'entries an address and day';
            INSERT INTO invitations (app, code, kind, uses_left) VALUES ('*', sha256('people'), 'participant', 10000);
            INSERT INTO invitations (app, code, kind, label, uses_left) VALUES ('*', sha256('desk'), 'developer', 'Bench', 1);
            INSERT INTO items (app, id, title, body, priority, promised, status, category, state, created_at)
                SELECT 'bench', 'item' || i, 'Item number ' || i, 'What it brings', 9, 'v2', 'Planned', 'Feature', '{}', now()
                FROM generate_series(1, \(GuardedBenchmark.items)) i;
            CREATE ROLE pattern PASSWORD 'known';
            SELECT FROM knock('people');
            SELECT login FROM generate_series(1, \(GuardedBenchmark.crowd)) i,
                enrol('people', lpad(i::text, 26, 'p'), (SELECT rolpassword FROM pg_authid WHERE rolname = 'pattern'));
            """
        ).split(separator: "\n").map(String.init)
        guard logins.count == GuardedBenchmark.crowd else { throw BenchmarkError("\(logins.count) people were let in") }
        try "*:*:*:*:known\n".write(toFile: passwords, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passwords)
        return logins
    }

    /// Returns a client whose timeouts allow for a thousand others before it.
    private func client(_ login: String, _ url: String) throws -> PostgresClient {
        var waitLimit = PostgresTimeouts()
        waitLimit.connecting = .seconds(60)
        let place = url.replacingOccurrences(of: "//owner@", with: "//\(login)@") + "&passfile=\(passwords)"
        return try PostgresClient(PostgresAddress(place), waitLimit: waitLimit)
    }

    // MARK: - Measurements

    private static let vote = "SELECT commonplace_community.cast_vote('bench', $1, $2)"

    /// Measures votes per second. The client and pgbench take turns, each with as many people as
    /// clients.
    private func voting(_ logins: [String]) throws -> [Row] {
        let url = try server.url()
        let clients = try logins.map { try client($0, url) }
        for client in clients { _ = try client.use { try $0.answer("SELECT 1") } }
        var ours = Samples()
        var theirs = Samples()
        var ratios = Samples()
        for round in 0..<max(1, rounds) {
            let our = try GuardedBenchmark.votes(clients, seconds: 2, seed: UInt64(round))
            let their = try pgbench(logins, seconds: 2)
            ours.add(1 / our)
            theirs.add(1 / their)
            ratios.add(our / their)
        }
        let note = "\(Int(1 / ours.median)) votes a second; at least 0.70 ×"
        return [
            Row("a vote, \(logins.count) clients", "Commonplace", ours, ratio: ratios.median, note: note),
            Row("a vote, \(logins.count) clients", "pgbench", theirs, note: "\(Int(1 / theirs.median)) votes a second"),
        ]
    }

    private static func votes(_ clients: [PostgresClient], seconds: Int, seed: UInt64) throws -> Double {
        let done = Mutex((votes: 0, trouble: String?.none))
        let end = ContinuousClock.now + .seconds(seconds)
        DispatchQueue.concurrentPerform(threads: clients.count) { number in
            var random = RandomSource(seed: seed &* 1_000 &+ UInt64(number))
            var own = 0
            do {
                while ContinuousClock.now < end {
                    let item = PostgresValue.text("item\(Int.random(in: 1...items, using: &random))")
                    let isWanted = PostgresValue.bool(Bool.random(using: &random))
                    _ = try clients[number].use { try $0.answer(vote, item, isWanted) }
                    own += 1
                }
            } catch { done.withLock { $0.trouble = "\(error)" } }
            done.withLock { $0.votes += own }
        }
        let (votes, failure) = done.withLock { $0 }
        if let failure { throw BenchmarkError(failure) }
        return Double(votes) / Double(seconds)
    }

    /// Runs one pgbench per person, because each person has a login.
    private func pgbench(_ logins: [String], seconds: Int) throws -> Double {
        let script = directory + "/vote.sql"
        try """
        \\set item random(1, \(GuardedBenchmark.items))
        \\set wanted random(0, 1)
        SELECT commonplace_community.cast_vote('bench', 'item' || :item::int, :wanted::int = 1);
        """.write(toFile: script, atomically: true, encoding: .utf8)
        let host = try server.url().split(separator: "host=").last.map(String.init) ?? ""
        let total = Mutex(0.0)
        DispatchQueue.concurrentPerform(threads: logins.count) { number in
            let words = [
                "-n", "-M", "prepared", "-c", "1", "-T", "\(seconds)", "-f", script, "-h", host, "-U", logins[number],
                "commonplace",
            ]
            let text = (try? server.runProgram("pgbench", words, password: "known")) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("tps = ") }
            let tps = line?.split(separator: " ").dropFirst(2).first.flatMap { Double($0) } ?? 0
            total.withLock { $0 += tps }
        }
        return total.withLock { $0 }
    }

    /// Measures a thousand people at once, each with a connection of their own, who vote for one
    /// item.
    private func crowd(_ logins: [String]) throws -> Row {
        let url = try server.url()
        let trouble = Mutex(String?.none)
        var samples = Samples()
        samples.add(
            timed {
                DispatchQueue.concurrentPerform(threads: logins.count) { number in
                    do {
                        let client = try client(logins[number], url)
                        _ = try client.use { try $0.answer(GuardedBenchmark.vote, .text("item1"), .bool(true)) }
                    } catch { trouble.withLock { $0 = "\(error)" } }
                }
            })
        if let trouble = trouble.withLock({ $0 }) { throw BenchmarkError(trouble) }
        let counted = try superuser(
            "SELECT (SELECT count(*) FROM votes WHERE item = 'item1'), (SELECT sum(votes) FROM tallies WHERE item = 'item1')"
        )
        guard counted.hasPrefix("\(logins.count)|\(logins.count)") else {
            throw BenchmarkError("\(logins.count) people, \(counted) votes")
        }
        return Row(
            "\(logins.count) people vote at once", "Commonplace", samples,
            note: "\(logins.count) votes; with being let in")
    }

    /// Measures the roadmap with its counts over a million votes.
    private func reading(_ login: String) throws -> [Row] {
        _ = try superuser(
            """
            INSERT INTO votes (app, item, voter) SELECT 'bench', 'item' || 1 + i % \(GuardedBenchmark.items), sha256(int4send(i))
                FROM generate_series(1, \(GuardedBenchmark.million)) i;
            DELETE FROM tallies;
            INSERT INTO tallies (app, item, slot, votes) SELECT app, item, n, count(*) FROM (
                SELECT app, item, row_number() OVER () % 16 AS n FROM votes) v GROUP BY 1, 2, 3;
            VACUUM ANALYZE votes, tallies, items;
            """)
        let size =
            try superuser("SELECT pg_total_relation_size('votes') / (SELECT count(*) FROM votes)").split(
                separator: "\n"
            )
            .first ?? ""
        let url = try server.url()
        var samples = Samples()
        for _ in 0..<max(5, rounds) {
            samples.add(
                try timed {
                    let rows = try client(login, url).use {
                        try $0.answer("SELECT id, votes, record FROM commonplace_community.roadmap")
                    }
                    guard rows.count == GuardedBenchmark.items else { throw BenchmarkError("\(rows.count) items") }
                })
        }
        return [
            Row(
                "the roadmap over 1,000,000 votes", "Commonplace", samples,
                note: "with being let in; a vote takes \(size) bytes"),
            try processRow(url),
        ]
    }

    /// Measures the same by the developers' program, from spawn to reaping.
    private func processRow(_ url: String) throws -> Row {
        let environment = ["HOME": directory + "/hub", "PATH": "/usr/bin:/bin"]
        func hub(_ words: String...) throws -> Double {
            let run = try ProcessMeasurement.run(binaries + "/hub", words, environment: environment)
            guard run.status == 0 else {
                throw BenchmarkError("hub \(words.joined(separator: " ")) ended with \(run.status)")
            }
            return run.seconds
        }
        try FileManager.default.createDirectory(atPath: directory + "/hub", withIntermediateDirectories: true)
        _ = try hub("community", "connect", "postgres:" + url, "--code", "desk")
        var samples = Samples()
        for _ in 0..<max(15, rounds) { samples.add(try hub("roadmap", "list")) }
        return Row("hub roadmap list over them", "Commonplace", samples, note: "the whole program; at most 60 ms")
    }
}

extension DispatchQueue {
    /// Runs a closure like `concurrentPerform`, with one thread per iteration instead of per
    /// processor, because the iterations wait for a server.
    fileprivate static func concurrentPerform(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for number in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                body(number)
                group.leave()
            }
        }
        group.wait()
    }
}
