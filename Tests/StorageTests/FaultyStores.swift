import Kernel
import Storage
import Synchronization

/// Stores that each break one promise of the store contract.
enum Faulty {
    /// Answers each question of one read from the newest state.
    final class InconsistentReads: ThinStore, @unchecked Sendable {
        override func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try body(DelegatingTransaction { question in try self.base.engine.read(question) })
        }
    }

    /// Ends a scan after 20,000 records.
    final class TruncatedScans: ThinStore, @unchecked Sendable {
        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { Layer(below) }

        private final class Layer: ThinTransaction {
            override func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
                var count = 0
                try below.scan(scan) { record in
                    count += 1
                    return try count <= 20_000 && visit(record)
                }
            }
        }
    }

    /// Returns the answers about single records first.
    final class ReorderedAnswers: ThinStore, @unchecked Sendable {
        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { Layer(below) }

        private final class Layer: ThinTransaction {
            override func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
                let answers = try super.answers(to: questions)
                return answers.filter { if case .record = $0 { true } else { false } }
                    + answers.filter { if case .record = $0 { false } else { true } }
            }
        }
    }

    /// Changes or drops records before they are put.
    final class ChangedPuts: ThinStore, @unchecked Sendable {
        private let change: (StoredRecord, any EngineTransaction) -> StoredRecord?

        /// - Parameter change: Returns the record to put; nil to drop it.
        init(_ base: any Store, _ change: @escaping (StoredRecord, any EngineTransaction) -> StoredRecord?) {
            self.change = change
            super.init(base)
        }

        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction {
            Layer(below, change)
        }

        private final class Layer: ThinTransaction {
            private let change: (StoredRecord, any EngineTransaction) -> StoredRecord?

            init(
                _ below: any EngineTransaction,
                _ change: @escaping (StoredRecord, any EngineTransaction) -> StoredRecord?
            ) {
                self.change = change
                super.init(below)
            }

            override func put(
                _ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
            ) throws {
                if let changed = change(record, below) { try below.put(changed, reindex: reindex) }
            }
        }
    }

    /// Lets a transaction run queries after its end.
    final class OpenEndedTransactions: ThinStore, @unchecked Sendable {
        override func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try base.engine.read { try openEnded($0, body) }
        }

        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try base.engine.write { try openEnded($0, body) }
        }

        private func openEnded<Value>(
            _ below: any EngineTransaction, _ body: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            var isOver = false
            defer { isOver = true }
            return try body(
                DelegatingTransaction { question in try isOver ? self.base.engine.write(question) : question(below) })
        }
    }

    /// Answers from the records at opening and from its own writes.
    ///
    /// With `isLate`, it writes to the base store only when it is closed.
    final class StaleHandle: ThinStore, @unchecked Sendable {
        private let copy = MemoryStore()
        private let isLate: Bool

        init(_ base: any Store, isLate: Bool = false) throws {
            self.isLate = isLate
            let records = try base.engine.allRecords()
            try copy.write { transaction in for record in records { try transaction.put(record) } }
            super.init(base)
        }

        override func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try copy.engine.read(body)
        }

        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try copy.engine.write { transaction in
                let recording = RecordingTransaction(transaction)
                let value = try body(recording)
                if !isLate { try base.engine.write { below in for record in recording.puts { try below.put(record) } } }
                return value
            }
        }

        override func close() throws {
            if isLate {
                let records = try copy.engine.allRecords()
                try base.engine.write { below in for record in records { try below.put(record) } }
            }
            try base.engine.close()
        }
    }

    /// Runs a write on a copy and applies it without regard to concurrent writes.
    final class LostUpdates: ThinStore, @unchecked Sendable {
        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            let copy = MemoryStore()
            let records = try base.engine.allRecords()
            try copy.engine.write { transaction in for record in records { try transaction.put(record) } }
            var puts: [StoredRecord] = []
            let value = try copy.engine.write { transaction in
                let recording = RecordingTransaction(transaction)
                defer { puts = recording.puts }
                return try body(recording)
            }
            try base.engine.write { below in for record in puts { try below.put(record) } }
            return value
        }
    }

    /// Checks unique keys only among the writes of one handle.
    final class UniqueKeysPerHandle: ThinStore, @unchecked Sendable {
        private let given = Mutex<[String: String]>([:])

        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction {
            Layer(below, self)
        }

        private final class Layer: ThinTransaction {
            private let store: UniqueKeysPerHandle

            init(_ below: any EngineTransaction, _ store: UniqueKeysPerHandle) {
                self.store = store
                super.init(below)
            }

            override func put(
                _ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
            ) throws {
                for entry in record.entries where entry.unique {
                    guard let key = entry.key else { continue }
                    let owner = store.given.withLock { $0["\(record.address.collection) \(entry.name) \(key.text)"] }
                    if let owner, owner != record.address.id { throw Failure(.duplicateKey, "“\(owner)” has it.") }
                    store.given.withLock {
                        $0["\(record.address.collection) \(entry.name) \(key.text)"] = record.address.id
                    }
                }
                try below.put(
                    record.with(entries: { IndexEntry(name: $0.name, unique: false, key: $0.key) }), reindex: reindex)
            }
        }
    }

    /// Keeps the unique keys of writes that were rolled back.
    final class LeftoverKeys: ThinStore, @unchecked Sendable {
        private var leftoverKeys: Set<String> = []

        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try base.engine.write { below in
                let recording = RecordingTransaction(below, refusing: leftoverKeys)
                do { return try body(recording) } catch {
                    leftoverKeys.formUnion(recording.puts.flatMap(RecordingTransaction.keys))
                    throw error
                }
            }
        }
    }

    /// Changes the feed.
    final class ChangedFeed: ThinStore, @unchecked Sendable {
        private let change: ([Change]) -> [Change]

        init(_ base: any Store, _ change: @escaping ([Change]) -> [Change]) {
            self.change = change
            super.init(base)
        }

        override func changes(since sequence: Int, limit: Int) throws -> [Change] {
            try change(super.changes(since: sequence, limit: limit))
        }
    }

    /// Removes rewritten records from their indexes.
    final class LostIndexes: ThinStore, @unchecked Sendable {
        override func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
            try super.rewrite {
                try form($0)?.with(entries: { IndexEntry(name: $0.name, unique: $0.unique, key: nil) })
            }
        }
    }

    /// Runs bulk work and its closing transaction separately.
    final class SplitBulkWork: ThinStore, @unchecked Sendable {
        override func replaceInBulk<Value>(
            _ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            try base.engine.replaceInBulk(renewal)
            return try base.engine.write(closing)
        }
    }

    /// Does not check unique keys in bulk work.
    final class UncheckedBulkKeys: ThinStore, @unchecked Sendable {
        override func replaceInBulk<Value>(
            _ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            try base.engine.write { try renewal.perform(in: Layer($0), closing: closing) }
        }

        private final class Layer: ThinTransaction {
            override func put(
                _ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
            ) throws {
                let lenient = record.with(entries: { IndexEntry(name: $0.name, unique: false, key: $0.key) })
                try below.put(lenient, reindex: reindex)
            }
        }
    }

    /// Omits bulk work from the feed.
    final class HiddenBulkChanges: ThinStore, @unchecked Sendable {
        private let hidden = Mutex<Set<Int>>([])

        override func replaceInBulk<Value>(
            _ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            let before = try base.engine.inspect().sequence
            let value = try super.replaceInBulk(renewal, closing: closing)
            let new = try base.engine.changes(since: before, limit: .max).map(\.sequence)
            hidden.withLock { $0.formUnion(new) }
            return value
        }

        override func changes(since sequence: Int, limit: Int) throws -> [Change] {
            try super.changes(since: sequence, limit: limit).filter { change in
                !hidden.withLock { $0.contains(change.sequence) }
            }
        }
    }

    /// Deletes all tombstones in a compaction.
    final class EarlyPruning: ThinStore, @unchecked Sendable {
        override func maintain(_ work: Maintenance) throws -> [String] {
            let live = try base.engine.allRecords().filter(\.isLive)
            try base.engine.replaceAll(by: Replacement(records: live))
            return []
        }
    }
}

/// A transaction that records its puts and refuses given keys.
private final class RecordingTransaction: ThinTransaction {
    private(set) var puts: [StoredRecord] = []
    private let refused: Set<String>

    init(_ below: any EngineTransaction, refusing refused: Set<String> = []) {
        self.refused = refused
        super.init(below)
    }

    static func keys(_ record: StoredRecord) -> [String] { record.entries.filter(\.unique).compactMap { $0.key?.text } }

    override func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws
    {
        guard refused.isDisjoint(with: RecordingTransaction.keys(record)) else {
            throw Failure(.duplicateKey, "A ghost has it.")
        }
        try below.put(record, reindex: reindex)
        puts.append(record)
    }
}

/// A transaction that runs each query in a transaction chosen by a closure.
private final class DelegatingTransaction: EngineTransaction {
    private let ask: ((any EngineTransaction) throws -> Void) throws -> Void

    init(_ ask: @escaping ((any EngineTransaction) throws -> Void) throws -> Void) { self.ask = ask }

    private func answer<Value>(_ question: (any EngineTransaction) throws -> Value) throws -> Value {
        var value: Value?
        try ask { value = try question($0) }
        guard let value else { throw Failure(.storeDamaged, "Nothing was answered.") }
        return value
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try answer { try $0.record(at: address) } }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try answer { try $0.scan(scan, visit) }
    }
    func count(_ scan: IndexScan) throws -> Int { try answer { try $0.count(scan) } }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try answer { try $0.put(record, reindex: reindex) }
    }
    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try answer { try $0.addresses(in: partition) }
    }
    var time: HybridTime { (try? answer { $0.time }) ?? .zero }
    var device: String { (try? answer { $0.device }) ?? "" }
}
