import Foundation
import Kernel
import Postgres
import Storage
import Sync
import SyncAdapters

/// A benchmark of devices of one account that meet in a PostgreSQL database: a new device, an idle
/// round, one change.
///
/// The stores are files, as in the apps. Each device has a login and a connection of its own.
struct SyncPostgresBenchmark {
    let directory: String
    let rounds: Int
    private let many = 10_000

    private var server: BenchmarkServer { BenchmarkServer(directory: directory) }

    /// One device: a store, and a sync round over it.
    private struct Device {
        let store: FileStore
        let replica: Replica
        let transport: PostgresTransport
    }

    func run() throws -> Report {
        guard PostgresLibrary.version != nil, (try? server.start()) != nil else {
            return Report(title: "Sync by PostgreSQL: this build has none, or this machine")
        }
        defer { server.stop() }
        let first = try device("first", mayMake: true)
        let pass = try first.transport.create("mina")
        try first.store.write { try $0.put(contentsOf: (0..<many).map(Note.init)) }
        var rows: [Row] = []
        var sending = Samples()
        sending.add(try timed { _ = try first.replica.round() })
        rows.append(Row("\(many) records leave", "Commonplace", sending))
        rows.append(try joining(first, pass))
        rows += try meeting(first, pass)
        return Report(title: "Sync by PostgreSQL (\(rounds) rounds; one socket)", rows: rows)
    }

    /// Measures a new device: its login, its first round, and the durable records in its files.
    private func joining(_ first: Device, _ pass: String?) throws -> Row {
        var samples = Samples()
        for round in 0..<max(3, rounds / 4) {
            let new = try device("new\(round)", mayMake: false)
            var received = 0
            samples.add(
                try timed {
                    _ = try new.transport.enter("mina", pass: pass)
                    received = try new.replica.round().received
                })
            guard received == many else { throw BenchmarkError("a new device got \(received) records") }
            try new.store.close()
            try new.transport.signOut()
        }
        return Row("\(many) records to a new device", "Commonplace", samples, note: "at most 3 s")
    }

    private func meeting(_ first: Device, _ pass: String?) throws -> [Row] {
        let second = try device("second", mayMake: false)
        _ = try second.transport.enter("mina", pass: pass)
        for _ in 0..<3 { for replica in [second, first] { _ = try replica.replica.round() } }
        var idle = Samples()
        var sent = Samples()
        var taken = Samples()
        var bytes = 0
        for round in 0..<rounds {
            idle.add(try timed { _ = try first.replica.round() })
            let before = try first.transport.size().envelopes
            try first.store.write { try $0.put(Note(many + round)) }
            sent.add(try timed { _ = try first.replica.round() })
            bytes = max(bytes, try first.transport.size().envelopes - before)
            var report = SyncReport()
            taken.add(try timed { report = try second.replica.round() })
            guard report.received == 1 else { throw BenchmarkError("the other device got \(report.received) records") }
            _ = try first.replica.round()
        }
        return [
            Row("an idle round", "Commonplace", idle, note: "at most 15 ms"),
            Row(
                "a round that sends one change", "Commonplace", sent,
                note: "at most 40 ms; \(bytes) bytes, at most 2,000"),
            Row("a round that takes it in", "Commonplace", taken),
        ]
    }

    private func device(_ name: String, mayMake: Bool) throws -> Device {
        let place = "\(directory)/\(name)"
        let store = try FileStore(directory: place, now: now)
        let transport = PostgresTransport(
            try PostgresAddress(server.url()), login: SyncLogin(at: place + "-login"), mayMake: mayMake)
        let settings = SyncSettings(account: "mina", title: name, kinds: [Note.collection])
        let replica = Replica(of: store, at: transport, settings: settings, ids: .counting(prefix: name), now: now)
        return Device(store: store, replica: replica, transport: transport)
    }
}
