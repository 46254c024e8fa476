/// A transaction that remembers what its engine answered, asks several things at once where they are foreseen, and puts what it changes in one
/// go: where the engine is a server, each of these is one way there and back.
///
/// Right because what a transaction sees is one state, which only its own puts change: they go to the engine before a question that they concern,
/// and take what is remembered of their collection with them.
package final class RememberingTransaction: EngineTransaction {
    /// What stays in mind of what was asked.
    package enum Memory {
        /// What was foreseen; that alone, since whoever asks twice in a read may want to know whether it is still one state.
        case foreseen
        /// Single records besides: in a write, most of what is read is put over next.
        case records
        /// Everything, for several who ask the same without knowing of each other.
        case everything
    }

    /// More than these are not held in mind, but for what was foreseen, and more puts are not held back.
    private static let most = 1_000
    private static let mostRecent = 8
    private static let mostOfEverything = 16_384

    private let below: any EngineTransaction
    private let memory: Memory
    private let room: Int
    private var isOver = false
    private var known: [EngineQuestion: EngineAnswer] = [:]
    private var held = 0
    /// The first single records that were asked for, which most transactions need no table for.
    private var recent: [(address: RecordAddress, record: StoredRecord?)] = []
    private var puts: [Put] = []
    private var waiting = Few<RecordAddress>()
    private var touched = Few<Table>()

    /// The records of one collection in one partition.
    private struct Table: Hashable {
        let partition: Partition
        let collection: String

        init(_ address: RecordAddress) { (partition, collection) = (address.partition, address.collection) }
        init(_ scan: IndexScan) { (partition, collection) = (scan.partition, scan.collection) }
    }

    private struct Put {
        let record: StoredRecord
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]
    }

    package init(over below: any EngineTransaction, remembering memory: Memory) {
        (self.below, self.memory) = (below, memory)
        room = memory == .everything ? RememberingTransaction.mostOfEverything : RememberingTransaction.most
    }

    /// Forgets everything: who asks later is answered by the engine, which knows that the transaction is over.
    package func end() {
        (known, recent, isOver) = ([:], [], true)
        dropPuts()
    }

    private func dropPuts() { (puts, waiting, touched) = ([], Few(), Few()) }

    package var time: HybridTime { below.time }
    package var device: String { below.device }
    package var firstGeneration: Int { below.firstGeneration }

    // MARK: - Questions

    /// Asks what is not known yet, in one go; asked again, the answers are at hand.
    package func foresee(_ questions: [EngineQuestion]) throws {
        tableRecent()
        var new: [EngineQuestion] = []
        for question in questions where known[question] == nil && !new.contains(question) { new.append(question) }
        guard !new.isEmpty else { return }
        for question in new { try settle(before: question) }
        for (question, answer) in zip(new, try below.answers(to: new)) { known[question] = answer }
    }

    package func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
        for question in questions { try settle(before: question) }
        return try below.answers(to: questions)
    }

    package func record(at address: RecordAddress) throws -> StoredRecord? {
        for found in recent where found.address == address { return found.record }
        if !known.isEmpty, case .record(let record)? = known[.record(address)] { return record }
        if waiting.contains(address) { try settle() }
        let record = try below.record(at: address)
        if memory != .foreseen, !isOver {
            if recent.count == RememberingTransaction.mostRecent { tableRecent() }
            recent.append((address, record))
        }
        return record
    }

    /// Brings recent records to what else is known.
    private func tableRecent() {
        for (address, record) in recent { keep(.record(record), to: .record(address)) }
        recent.removeAll(keepingCapacity: true)
    }

    package func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        if !waiting.isDisjoint(with: addresses) { try settle() }
        tableRecent()
        let unknown = known.isEmpty ? addresses : addresses.filter { known[.record($0)] == nil }
        guard unknown.count < addresses.count else { return try below.records(at: addresses) }
        let asked = unknown.isEmpty ? [] : try below.records(at: unknown)
        let found = Dictionary(zip(unknown, asked), uniquingKeysWith: { first, _ in first })
        return addresses.map { address in
            if case .record(let record)? = known[.record(address)] { return record }
            return found[address] ?? nil
        }
    }

    package func page(_ scan: IndexScan) throws -> [StoredRecord] {
        if case .page(let records)? = known[.page(scan)] { return records }
        try settle(before: .page(scan))
        let records = try below.page(scan)
        if memory == .everything { keep(.page(records), to: .page(scan)) }
        return records
    }

    package func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        if case .page(let records)? = known[.page(scan)] {
            for record in records { guard try visit(record) else { return } }
            return
        }
        try settle(before: .page(scan))
        var (seen, isWhole) = ([StoredRecord](), memory == .everything)
        try below.scan(scan) { record in
            if isWhole { seen.append(record) }
            if seen.count > room { (seen, isWhole) = ([], false) }
            let goesOn = try visit(record)
            if !goesOn { isWhole = false }
            return goesOn
        }
        if isWhole { keep(.page(seen), to: .page(scan)) }
    }

    package func count(_ scan: IndexScan) throws -> Int {
        if case .count(let count)? = known[.count(scan)] { return count }
        try settle(before: .count(scan))
        let count = try below.count(scan)
        if memory == .everything { keep(.count(count), to: .count(scan)) }
        return count
    }

    package func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        if case .keys(let keys)? = known[.keys(scan)] {
            for key in keys { guard try visit(key) else { return } }
            return
        }
        try settle(before: .keys(scan))
        try below.keys(scan, visit)
    }

    package func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        let question = EngineQuestion.counts(scan, parts: parts)
        if case .counts(let counts)? = known[question] { return counts }
        try settle(before: question)
        let counts = try below.counts(scan, parts: parts)
        if memory == .everything { keep(.counts(counts), to: question) }
        return counts
    }

    package func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try settle()
        return try below.addresses(in: partition)
    }

    package func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try settle()
        try below.forEachAddress(in: partition, visit)
    }

    private func keep(_ answer: EngineAnswer, to question: EngineQuestion) {
        guard !isOver, held + answer.size <= room else { return }
        held += answer.size
        known[question] = answer
    }

    // MARK: - Changes

    /// Waits with others for a question that it concerns, or for the end.
    package func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        guard memory == .records, !isOver else {
            try below.put(record, reindex: reindex)
            return forget([record.address])
        }
        // What is put twice is put once behind the other: keys may have changed hands between.
        if waiting.contains(record.address) || puts.count == RememberingTransaction.most { try settle() }
        puts.append(Put(record: record, reindex: reindex))
        waiting.insert(record.address)
        touched.insert(Table(record.address))
        forget([record.address])
    }

    package func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try settle()
        try below.put(records, reindex: reindex)
        if !known.isEmpty || !recent.isEmpty { forget(records.map(\.address)) }
    }

    package func forget(_ forgotten: Forgotten) { below.forget(forgotten) }

    /// Puts what waits.
    package func settle() throws {
        guard !puts.isEmpty else { return }
        let some = puts
        dropPuts()
        if some.count == 1 { return try below.put(some[0].record, reindex: some[0].reindex) }
        let reindex = Dictionary(some.map { ($0.record.address.collection, $0.reindex) }, uniquingKeysWith: { _, last in last })
        try below.put(some.map(\.record)) { record in try reindex[record.address.collection]?(record) ?? record.entries }
    }

    /// Puts what waits where a question is about the same records.
    private func settle(before question: EngineQuestion) throws {
        guard !puts.isEmpty else { return }
        if case .record(let address) = question {
            if waiting.contains(address) { try settle() }
        } else if let scan = question.scan {
            if touched.contains(Table(scan)) { try settle() }
        }
    }

    private func forget(_ changed: [RecordAddress]) {
        if !recent.isEmpty { recent.removeAll { changed.contains($0.address) } }
        guard !known.isEmpty else { return }
        for address in changed { known[.record(address)] = nil }
        let tables = Set(changed.map(Table.init))
        let stale = known.keys.filter { $0.scan.map { tables.contains(Table($0)) } ?? false }
        for question in stale { known[question] = nil }
    }
}
