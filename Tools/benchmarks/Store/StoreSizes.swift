import Foundation
import Kernel
import Storage

/// The steps over a hundred thousand and a million records, with the seconds and the greatest
/// memory of one process each.
struct StoreSizes {
    /// A measured operation.
    private enum Step: String, CaseIterable {
        case `import`, newest, lookup, write, session, unindexed, export, compact, change, left, overdue, erase, undo,
            purge

        func name(_ count: Int) -> String {
            switch self {
            case .import: "import of \(count)"
            case .newest: "open + newest 20 of \(count)"
            case .lookup: "1000 lookups of \(count), decoded"
            case .write: "open, one write among \(count), closing"
            case .session: "closing after 1000 writes among \(count)"
            case .unindexed: "open + newest 20 of \(count), no index file"
            case .export: "export of \(count)"
            case .compact: "compaction of \(count)"
            case .change: "changing all of \(count)"
            case .left: "closing a log of twice \(count) that another process rewrites"
            case .overdue: "closing a log of twice \(count)"
            case .erase: "erasing \(count), undoable"
            case .undo: "undoing that"
            case .purge: "erasing \(count) for good"
            }
        }
    }

    let directory: String

    func run() throws -> Report {
        var report = Report(title: "Sizes (each in a separate process; the notes contain CPU seconds)")
        for count in [100_000, 1_000_000] {
            for step in Step.allCases {
                let place = "\(directory)/sizes-\(count)"
                let outputFile = "\(directory)/said"
                try? FileManager.default.removeItem(atPath: outputFile)
                let run = try ProcessMeasurement.run(
                    CommandLine.arguments[0], ["--store-size", step.rawValue, place, "\(count)", outputFile],
                    environment: [:]
                )
                guard run.status == 0 else {
                    throw BenchmarkError("\(step.rawValue) of \(count) failed with \(run.status)")
                }
                var samples = Samples()
                samples.add(
                    (try? String(contentsOfFile: outputFile, encoding: .utf8)).flatMap(Double.init) ?? run.seconds)
                let note = String(
                    format: "%.2f s whole, %.2f s of processors, %d MiB", run.seconds, run.processor,
                    run.peakBytes >> 20)
                report.rows.append(Row(step.name(count), "Commonplace", samples, note: note))
            }
        }
        return report
    }

    private static let home = Partition(rawValue: "home")

    /// Runs `--store-size STEP DIRECTORY COUNT FILE`, which performs one step and writes the
    /// measured seconds to the file.
    static func work(_ words: [String]) throws {
        guard words.count == 4, let step = Step(rawValue: words[0]), let count = Int(words[2]) else {
            throw BenchmarkError("--store-size STEP DIRECTORY COUNT FILE")
        }
        let place = words[1]
        if step == .unindexed {
            for name in try FileManager.default.contentsOfDirectory(atPath: place) where name.hasPrefix("index-") {
                try FileManager.default.removeItem(atPath: "\(place)/\(name)")
            }
        }
        var seconds = 0.0
        var store: FileStore?
        // A client without upkeep leaves the log at its length.
        let caller = step == .change || step == .left ? StoreClient(requestUpkeep: { true }) : StoreClient()
        let opening = try timed { store = try FileStore(directory: place, caller: caller, now: now) }
        guard let store else { return }
        let own = store.scoped(to: home)
        seconds = try timed { try act(step, count, store, own) }
        let closing = try timed { try store.close() }
        switch step {
        case .newest, .unindexed: seconds += opening
        case .write: seconds += opening + closing
        case .session, .left, .overdue: seconds = closing
        default: break
        }
        try "\(seconds)".write(toFile: words[3], atomically: false, encoding: .utf8)
    }

    private static func act(_ step: Step, _ count: Int, _ store: FileStore, _ own: any Store) throws {
        var random = RandomSource(seed: 1)
        switch step {
        case .import: try importNotes(count, into: store)
        case .newest, .unindexed: _ = try own.read { try $0.records(Note.byNumber.all.descending.limit(20)) }
        case .lookup:
            for _ in 0..<1000 {
                let number = Int.random(in: 0..<count, using: &random)
                _ = try own.read { try $0.record(Identifier<Note>("note-\(number)")) }
            }
        case .write: try own.write { try $0.put(Note(count + 1)) }
        case .session: for number in 0..<1000 { try own.write { try $0.put(Note(count + 10 + number)) } }
        case .export:
            var visitedCount = 0
            try store.exportEverything { visitedCount += $0.count }
            guard visitedCount >= count else { throw BenchmarkError("\(visitedCount) exported") }
        case .compact: _ = try store.engine.maintain(.compact)
        case .change:
            // A tenth of the records is written twice, so that the log is more than twice as long.
            for start in stride(from: 0, to: count * 11 / 10, by: 1000) {
                try own.write { for number in start..<start + 1000 { try $0.put(Note(number % count)) } }
            }
        case .left, .overdue: try own.write { try $0.put(Note(count + 2)) }
        case .erase, .purge:
            var bulk = BulkOperation()
            (bulk.erasing, bulk.isPermanent) = ([home], step == .purge)
            try store.write(undo: step == .purge ? nil : { _ in "Erased" }, bulk: bulk) { _ in }
        case .undo: _ = try store.undoLast()
        }
    }

    private static func importNotes(_ count: Int, into store: FileStore) throws {
        var next = 0
        try store.importEverything(collections: [Note.collection]) {
            guard next < count else { return nil }
            defer { next = min(count, next + 500) }
            return (next..<min(count, next + 500)).map { number in
                let payload = JSONValue.object([
                    "id": .string("note-\(number)"), "number": .integer(number), "text": .string(Note.body),
                ])
                let record = ArchivedRecord(
                    collection: "bench.notes", id: "note-\(number)", version: 1, payload: payload)
                return ExportedRecord(partition: home, record: record)
            }
        }
    }
}
