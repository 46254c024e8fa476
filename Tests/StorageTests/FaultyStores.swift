import Kernel
import Storage
import Synchronization

/// Stores that each break one promise, over stores that keep it.
enum Faulty {
    /// Every question of a read is answered by the newest state.
    final class Torn: ThinStore, @unchecked Sendable {
        override func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try body(Asking { question in try self.base.engine.read(question) })
        }
    }

    /// A scan ends after 20,000 records.
    final class ShortOfBreath: ThinStore, @unchecked Sendable {
        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { Layer(below) }

        private final class Layer: ThinTransaction {
            override func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
                var met = 0
                try below.scan(scan) { record in
                    met += 1
                    return try met <= 20_000 && visit(record)
                }
            }
        }
    }

    /// Of several questions those for single records are answered first.
    final class Hurried: ThinStore, @unchecked Sendable {
        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { Layer(below) }

        private final class Layer: ThinTransaction {
            override func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
                let answers = try super.answers(to: questions)
                return answers.filter { if case .record = $0 { true } else { false } }
                    + answers.filter { if case .record = $0 { false } else { true } }
            }
        }
    }

    /// What is put is changed on its way.
    final class Changing: ThinStore, @unchecked Sendable {
        private let change: (StoredRecord, any EngineTransaction) -> StoredRecord?

        /// - Parameter change: nil where nothing is put.
        init(_ base: any Store, _ change: @escaping (StoredRecord, any EngineTransaction) -> StoredRecord?) {
            self.change = change
            super.init(base)
        }

        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { Layer(below, change) }

        private final class Layer: ThinTransaction {
            private let change: (StoredRecord, any EngineTransaction) -> StoredRecord?

            init(_ below: any EngineTransaction, _ change: @escaping (StoredRecord, any EngineTransaction) -> StoredRecord?) {
                self.change = change
                super.init(below)
            }

            override func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
                if let changed = change(record, below) { try below.put(changed, reindex: reindex) }
            }
        }
    }

    /// A transaction that somebody kept asks the store as it is by then.
    final class Lingering: ThinStore, @unchecked Sendable {
        override func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try base.engine.read { try lingering($0, body) }
        }

        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try base.engine.write { try lingering($0, body) }
        }

        private func lingering<Value>(
            _ below: any EngineTransaction, _ body: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            var isOver = false
            defer { isOver = true }
            return try body(Asking { question in try isOver ? self.base.engine.write(question) : question(below) })
        }
    }

    /// A handle answers from what it read when it was opened, and from what it wrote itself; with `isLate` that is written down when it is closed.
    final class Deaf: ThinStore, @unchecked Sendable {
        private let copy = MemoryStore()
        private let isLate: Bool

        init(_ base: any Store, isLate: Bool = false) throws {
            self.isLate = isLate
            let records = try base.engine.allRecords()
            try copy.write { transaction in for record in records { try transaction.put(record) } }
            super.init(base)
        }

        override func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try copy.engine.read(body) }

        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try copy.engine.write { transaction in
                let noted = Noting(transaction)
                let value = try body(noted)
                if !isLate { try base.engine.write { below in for record in noted.puts { try below.put(record) } } }
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

    /// What a handle wants to write is worked out over what it has read, and written whatever others have done meanwhile.
    final class Careless: ThinStore, @unchecked Sendable {
        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            let copy = MemoryStore()
            let records = try base.engine.allRecords()
            try copy.engine.write { transaction in for record in records { try transaction.put(record) } }
            var puts: [StoredRecord] = []
            let value = try copy.engine.write { transaction in
                let noted = Noting(transaction)
                defer { puts = noted.puts }
                return try body(noted)
            }
            try base.engine.write { below in for record in puts { try below.put(record) } }
            return value
        }
    }

    /// A handle knows the unique keys that it has given out itself.
    final class Forgiving: ThinStore, @unchecked Sendable {
        private let given = Mutex<[String: String]>([:])

        override func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { Layer(below, self) }

        private final class Layer: ThinTransaction {
            private let store: Forgiving

            init(_ below: any EngineTransaction, _ store: Forgiving) {
                self.store = store
                super.init(below)
            }

            override func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
                for entry in record.entries where entry.unique {
                    guard let key = entry.key else { continue }
                    let owner = store.given.withLock { $0["\(record.address.collection) \(entry.name) \(key.text)"] }
                    if let owner, owner != record.address.id { throw Failure(.duplicateKey, "“\(owner)” has it.") }
                    store.given.withLock { $0["\(record.address.collection) \(entry.name) \(key.text)"] = record.address.id }
                }
                try below.put(
                    record.with(entries: { IndexEntry(name: $0.name, unique: false, key: $0.key) }), reindex: reindex)
            }
        }
    }

    /// What was rolled back leaves its keys behind.
    final class Haunted: ThinStore, @unchecked Sendable {
        private var ghosts: Set<String> = []

        override func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
            try base.engine.write { below in
                let noted = Noting(below, refusing: ghosts)
                do { return try body(noted) } catch {
                    ghosts.formUnion(noted.puts.flatMap(Noting.keys))
                    throw error
                }
            }
        }
    }

    /// The feed is changed on its way.
    final class Telling: ThinStore, @unchecked Sendable {
        private let change: ([Change]) -> [Change]

        init(_ base: any Store, _ change: @escaping ([Change]) -> [Change]) {
            self.change = change
            super.init(base)
        }

        override func changes(since sequence: Int, limit: Int) throws -> [Change] {
            try change(super.changes(since: sequence, limit: limit))
        }
    }

    /// A rewriting takes the records that it changes out of their indexes.
    final class Unsorted: ThinStore, @unchecked Sendable {
        override func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
            try super.rewrite { try form($0)?.with(entries: { IndexEntry(name: $0.name, unique: $0.unique, key: nil) }) }
        }
    }

    /// Bulk work and the transaction that belongs to it are two.
    final class Piecemeal: ThinStore, @unchecked Sendable {
        override func renew<Value>(
            _ renewal: Renewal, closing: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            try base.engine.renew(renewal)
            return try base.engine.write(closing)
        }
    }

    /// Bulk work judges no keys.
    final class Lenient: ThinStore, @unchecked Sendable {
        override func renew<Value>(
            _ renewal: Renewal, closing: (any EngineTransaction) throws -> Value
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

    /// The feed does not tell of bulk work.
    final class Discreet: ThinStore, @unchecked Sendable {
        private let hidden = Mutex<Set<Int>>([])

        override func renew<Value>(
            _ renewal: Renewal, closing: (any EngineTransaction) throws -> Value
        ) throws -> Value {
            let before = try base.engine.inspect().sequence
            let value = try super.renew(renewal, closing: closing)
            let new = try base.engine.changes(since: before, limit: .max).map(\.sequence)
            hidden.withLock { $0.formUnion(new) }
            return value
        }

        override func changes(since sequence: Int, limit: Int) throws -> [Change] {
            try super.changes(since: sequence, limit: limit).filter { change in !hidden.withLock { $0.contains(change.sequence) }
            }
        }
    }

    /// A compaction leaves no tombstone, however young.
    final class Hasty: ThinStore, @unchecked Sendable {
        override func maintain(_ work: Maintenance) throws -> [String] {
            let live = try base.engine.allRecords().filter(\.isLive)
            try base.engine.replaceAll(by: Replacement(records: live))
            return []
        }
    }
}

/// Notes what is put, and refuses keys that are said to be taken.
private final class Noting: ThinTransaction {
    private(set) var puts: [StoredRecord] = []
    private let refused: Set<String>

    init(_ below: any EngineTransaction, refusing refused: Set<String> = []) {
        self.refused = refused
        super.init(below)
    }

    static func keys(_ record: StoredRecord) -> [String] { record.entries.filter(\.unique).compactMap { $0.key?.text } }

    override func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        guard refused.isDisjoint(with: Noting.keys(record)) else { throw Failure(.duplicateKey, "A ghost has it.") }
        try below.put(record, reindex: reindex)
        puts.append(record)
    }
}

/// Asks each question in whatever transaction a function chooses.
private final class Asking: EngineTransaction {
    private let ask: ((any EngineTransaction) throws -> Void) throws -> Void

    init(_ ask: @escaping ((any EngineTransaction) throws -> Void) throws -> Void) { self.ask = ask }

    private func answer<Value>(_ question: (any EngineTransaction) throws -> Value) throws -> Value {
        var value: Value?
        try ask { value = try question($0) }
        guard let value else { throw Failure(.storeDamaged, "Nothing was answered.") }
        return value
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try answer { try $0.record(at: address) } }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try answer { try $0.scan(scan, visit) } }
    func count(_ scan: IndexScan) throws -> Int { try answer { try $0.count(scan) } }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try answer { try $0.put(record, reindex: reindex) }
    }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try answer { try $0.addresses(in: partition) } }
    var time: HybridTime { (try? answer { $0.time }) ?? .zero }
    var device: String { (try? answer { $0.device }) ?? "" }
}
