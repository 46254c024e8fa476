import Foundation
import Kernel
import Storage

/// The file store beside the physical limit, in one run and interleaved.
struct StoreBenchmark {
    private struct Note: Storable {
        let id: Identifier<Note>
        let number: Int
        let text: String
        static let byNumber = Index<Note, Int>.ordered("number") { $0.number }
        static let collection = RecordCollection<Note>("bench.notes", indexes: [byNumber])
    }

    let directory: String
    let rounds: Int

    func run() throws -> Report {
        var report = Report(title: "Store (\(rounds) rounds, interleaved)")
        report.rows += try durableWrites()
        report.rows += try opening(count: 10_000)
        return report
    }

    /// One durable insert beside an append of as many bytes and an fdatasync.
    private func durableWrites() throws -> [Row] {
        let store = try FileStore(directory: directory + "/durable", now: now)
        let raw = open(directory + "/raw", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard raw >= 0 else { throw POSIXError(.EIO) }
        defer { close(raw) }
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 420) + [UInt8(ascii: "\n")]
        var (ours, theirs) = (Samples(), Samples())
        for number in 0..<rounds * 100 {
            ours.add(try timed { try store.write { try $0.put(note(number)) } })
            theirs.add(
                timed {
                    _ = write(raw, line, line.count)
                    synchronise(raw)
                })
        }
        try store.close()
        return [
            Row("one durable insert", "Commonplace", ours, ratio: theirs.median / ours.median),
            Row("one durable insert", "append + fdatasync", theirs),
        ]
    }

    private func opening(count: Int) throws -> [Row] {
        let place = directory + "/open"
        let store = try FileStore(directory: place, now: now)
        for start in stride(from: 0, to: count, by: 1000) {
            try store.write { try $0.put(contentsOf: (start..<min(start + 1000, count)).map(note)) }
        }
        try store.close()
        var samples = Samples()
        for _ in 0..<rounds {
            samples.add(
                try timed {
                    let store = try FileStore(directory: place, now: now)
                    let newest = try store.read { try $0.records(Note.byNumber.all.descending.limit(20)) }
                    guard newest.first?.number == count - 1 else { throw POSIXError(.EIO) }
                    try store.close()
                })
        }
        return [Row("open + newest 20 of \(count)", "Commonplace", samples)]
    }

    private func note(_ number: Int) -> Note {
        Note(id: Identifier("note-\(number)"), number: number, text: String(repeating: "The quick brown fox. ", count: 8))
    }

    private func synchronise(_ descriptor: Int32) {
        #if os(Linux)
            fdatasync(descriptor)
        #else
            _ = fcntl(descriptor, F_FULLFSYNC)
        #endif
    }
}
