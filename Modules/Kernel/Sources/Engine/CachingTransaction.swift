/// A transaction that caches answers, prefetches several at once and batches its puts, which saves
/// round trips to a server engine.
///
/// The cache is valid because a transaction sees one state that only its own puts change. Pending
/// puts reach the engine before a question about their collection, and clear its cached answers.
package final class CachingTransaction: EngineTransaction {
    /// The answers that are cached.
    package enum CachePolicy {
        /// Only prefetched answers, because a repeated read may check that the state is unchanged.
        case prefetched
        /// Also single records, because a write usually puts the records that it reads.
        case records
        /// All answers, for independent readers with the same questions.
        case everything
    }

    /// The limits of cached answers, prefetched ones excepted, and of pending puts.
    private static let maximumCount = 1_000
    private static let maximumRecentCount = 8
    private static let greatestCapacity = 16_384

    private let below: any EngineTransaction
    private let policy: CachePolicy
    private let capacity: Int
    private var isOver = false
    private var cached: [EngineQuestion: EngineAnswer] = [:]
    private var cachedSize = 0
    /// The last few records that were read one by one, which need no hashing.
    private var recent: [(address: RecordAddress, record: StoredRecord?)] = []
    private var puts: [Put] = []
    private var pendingAddresses = SmallSet<RecordAddress>()
    private var pendingTables = SmallSet<Table>()

    private struct Table: Hashable {
        let partition: Partition
        let collection: String

        init(_ address: RecordAddress) {
            partition = address.partition
            collection = address.collection
        }
        init(_ scan: IndexScan) {
            partition = scan.partition
            collection = scan.collection
        }
    }

    private struct Put {
        let record: StoredRecord
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]
    }

    package init(over below: any EngineTransaction, caching policy: CachePolicy) {
        self.below = below
        self.policy = policy
        capacity = policy == .everything ? CachingTransaction.greatestCapacity : CachingTransaction.maximumCount
    }

    /// Clears the cache. Later questions reach the engine, which refuses them.
    package func end() {
        cached = [:]
        recent = []
        isOver = true
        dropPuts()
    }

    private func dropPuts() { (puts, pendingAddresses, pendingTables) = ([], SmallSet(), SmallSet()) }

    package var time: HybridTime { below.time }
    package var device: String { below.device }
    package var firstGeneration: Int { below.firstGeneration }

    /// Fetches the unknown answers in one call and caches them.
    package func prefetch(_ questions: [EngineQuestion]) throws {
        moveRecentToCache()
        var newQuestions: [EngineQuestion] = []
        for question in questions where cached[question] == nil && !newQuestions.contains(question) {
            newQuestions.append(question)
        }
        guard !newQuestions.isEmpty else { return }
        for question in newQuestions { try flushPuts(before: question) }
        for (question, answer) in zip(newQuestions, try below.answers(to: newQuestions)) { cached[question] = answer }
    }

    package func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
        for question in questions { try flushPuts(before: question) }
        return try below.answers(to: questions)
    }

    package func record(at address: RecordAddress) throws -> StoredRecord? {
        for entry in recent where entry.address == address { return entry.record }
        if !cached.isEmpty, case .record(let record)? = cached[.record(address)] { return record }
        if pendingAddresses.contains(address) { try flushPuts() }
        let record = try below.record(at: address)
        if policy != .prefetched, !isOver {
            if recent.count == CachingTransaction.maximumRecentCount { moveRecentToCache() }
            recent.append((address, record))
        }
        return record
    }

    /// Moves the latest records to the dictionary.
    private func moveRecentToCache() {
        for (address, record) in recent { cache(.record(record), for: .record(address)) }
        recent.removeAll(keepingCapacity: true)
    }

    package func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        if !pendingAddresses.isDisjoint(with: addresses) { try flushPuts() }
        moveRecentToCache()
        let uncachedAddresses = cached.isEmpty ? addresses : addresses.filter { cached[.record($0)] == nil }
        guard uncachedAddresses.count < addresses.count else { return try below.records(at: addresses) }
        let fetched = uncachedAddresses.isEmpty ? [] : try below.records(at: uncachedAddresses)
        let recordByAddress = Dictionary(zip(uncachedAddresses, fetched), uniquingKeysWith: { first, _ in first })
        return addresses.map { address in
            if case .record(let record)? = cached[.record(address)] { return record }
            return recordByAddress[address] ?? nil
        }
    }

    package func page(_ scan: IndexScan) throws -> [StoredRecord] {
        if case .page(let records)? = cached[.page(scan)] { return records }
        try flushPuts(before: .page(scan))
        let records = try below.page(scan)
        if policy == .everything { cache(.page(records), for: .page(scan)) }
        return records
    }

    package func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        if case .page(let records)? = cached[.page(scan)] {
            for record in records { guard try visit(record) else { return } }
            return
        }
        try flushPuts(before: .page(scan))
        var visited = [StoredRecord]()
        var isWhole = policy == .everything
        try below.scan(scan) { record in
            if isWhole { visited.append(record) }
            if visited.count > capacity { (visited, isWhole) = ([], false) }
            let continues = try visit(record)
            if !continues { isWhole = false }
            return continues
        }
        if isWhole { cache(.page(visited), for: .page(scan)) }
    }

    package func count(_ scan: IndexScan) throws -> Int {
        if case .count(let count)? = cached[.count(scan)] { return count }
        try flushPuts(before: .count(scan))
        let count = try below.count(scan)
        if policy == .everything { cache(.count(count), for: .count(scan)) }
        return count
    }

    package func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        if case .keys(let keys)? = cached[.keys(scan)] {
            for key in keys { guard try visit(key) else { return } }
            return
        }
        try flushPuts(before: .keys(scan))
        try below.keys(scan, visit)
    }

    package func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        let question = EngineQuestion.counts(scan, parts: parts)
        if case .counts(let counts)? = cached[question] { return counts }
        try flushPuts(before: question)
        let counts = try below.counts(scan, parts: parts)
        if policy == .everything { cache(.counts(counts), for: question) }
        return counts
    }

    package func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try flushPuts()
        return try below.addresses(in: partition)
    }

    package func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try flushPuts()
        try below.forEachAddress(in: partition, visit)
    }

    private func cache(_ answer: EngineAnswer, for question: EngineQuestion) {
        guard !isOver, cachedSize + answer.size <= capacity else { return }
        cachedSize += answer.size
        cached[question] = answer
    }

    /// Adds a put that waits for a question about its collection or for the end.
    package func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws
    {
        guard policy == .records, !isOver else {
            try below.put(record, reindex: reindex)
            return invalidate([record.address])
        }
        // A second put of a record needs an order, because keys may have changed owners in between.
        if pendingAddresses.contains(record.address) || puts.count == CachingTransaction.maximumCount {
            try flushPuts()
        }
        puts.append(Put(record: record, reindex: reindex))
        pendingAddresses.insert(record.address)
        pendingTables.insert(Table(record.address))
        invalidate([record.address])
    }

    package func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry])
        throws
    {
        try flushPuts()
        try below.put(records, reindex: reindex)
        if !cached.isEmpty || !recent.isEmpty { invalidate(records.map(\.address)) }
    }

    package func markForPurging(_ files: PurgedFiles) { below.markForPurging(files) }

    package func flushPuts() throws {
        guard !puts.isEmpty else { return }
        let pendingPuts = puts
        dropPuts()
        if pendingPuts.count == 1 { return try below.put(pendingPuts[0].record, reindex: pendingPuts[0].reindex) }
        let reindex = Dictionary(
            pendingPuts.map { ($0.record.address.collection, $0.reindex) }, uniquingKeysWith: { _, last in last })
        try below.put(pendingPuts.map(\.record)) { record in
            try reindex[record.address.collection]?(record) ?? record.entries
        }
    }

    /// Puts the pending records if a question concerns their collection.
    private func flushPuts(before question: EngineQuestion) throws {
        guard !puts.isEmpty else { return }
        if case .record(let address) = question {
            if pendingAddresses.contains(address) { try flushPuts() }
        } else if let scan = question.scan {
            if pendingTables.contains(Table(scan)) { try flushPuts() }
        }
    }

    /// Drops the answers that changes of some records may affect.
    private func invalidate(_ changed: [RecordAddress]) {
        if !recent.isEmpty { recent.removeAll { changed.contains($0.address) } }
        guard !cached.isEmpty else { return }
        for address in changed { cached[.record(address)] = nil }
        let tables = Set(changed.map(Table.init))
        let stale = cached.keys.filter { $0.scan.map { tables.contains(Table($0)) } ?? false }
        for question in stale { cached[question] = nil }
    }
}
