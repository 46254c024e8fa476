extension Transaction {
    /// Writes many records in batches: while the engine takes one, other cores encode the next.
    ///
    /// - Throws: the same as `put`. Records before a refused one stay written until the transaction
    ///   fails.
    public func put<Record: Storable>(contentsOf records: some Sequence<Record>) throws {
        let allRecords = Array(records)
        let collection = Record.collection
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry] = { try collection.entries(of: $0) }
        let ids = allRecords.map { $0.id.rawValue }  // A key path took a thirtieth of the whole time.
        let encoded = ParallelPrefetch(allRecords.count, minimumSize: 256) {
            WrittenRecords(of: allRecords, $0, in: collection)
        }
        defer { encoded.stop() }
        // An engine on a server takes its turn with the first question, so this one comes later.
        lazy var nextVersion = NextVersion(in: below)
        for run in ids.runs(growing: { $0.isShorterOrBefore($1) }) {
            let addresses = ids[run].map { RecordAddress(partition: partition, collection: collection.name, id: $0) }
            let existing = try below.records(at: addresses)
            for part in encoded.parts(of: run) {
                let drafts = encoded.result(of: part)
                var (replaced, changes): ([StoredRecord?], [StoredRecord]) = ([], [])
                changes.reserveCapacity(part.count)
                for number in part {
                    let address = addresses[number - run.lowerBound]
                    let previous = existing[number - run.lowerBound]
                    let draft = drafts[number]
                    let payload =
                        try previous?.payload == nil
                        ? drafts.text[draft.payload.get()] : collection.encode(allRecords[number], over: previous)
                    if isNoChange(previous, payload, version: collection.version) { continue }
                    if journal != nil { replaced.append(previous) }
                    changes.append(
                        nextVersion.successor(
                            of: previous, at: address, version: collection.version, entries: draft.entries,
                            payload: payload)
                    )
                }
                if !changes.isEmpty { try replace(replaced, with: changes, reindex: reindex) }
            }
        }
    }
}

/// Encoded records in sequence, made before the existing records at their addresses are read.
private struct WrittenRecords: Sendable {
    struct Draft {
        let entries: [IndexEntry]
        let payload: Result<Range<Int>, any Error>
    }

    private let offset: Int
    private var drafts: [Draft] = []
    let text: Data

    init<Record: Storable>(of records: [Record], _ slice: Range<Int>, in collection: RecordCollection<Record>) {
        let encoder = RecordEncoder(capacity: slice.count * 256)
        offset = slice.lowerBound
        drafts.reserveCapacity(slice.count)
        for number in slice {
            let record = records[number]
            drafts.append(
                Draft(entries: collection.entries(of: record), payload: Result { try encoder.append(record) }))
        }
        text = encoder.finish()
    }

    subscript(number: Int) -> Draft { drafts[number - offset] }
}

extension Array where Element: Hashable {
    /// Returns the index ranges in which no element occurs twice. A record that is put a second
    /// time must find the first one.
    ///
    /// - Parameter comesBefore: the order in which names usually come. A sequence that grows in
    ///   this order has no duplicates.
    func runs(growing comesBefore: (Element, Element) -> Bool) -> [Range<Int>] {
        if zip(self, dropFirst()).allSatisfy(comesBefore) { return isEmpty ? [] : [0..<count] }
        var (runs, start): ([Range<Int>], Int) = ([], 0)
        var seen = Set<Element>(minimumCapacity: count)
        for (index, element) in enumerated() where !seen.insert(element).inserted {
            runs.append(start..<index)
            start = index
            seen = [element]
        }
        return runs + [start..<count]
    }
}

extension String {
    /// Returns whether it has fewer bytes than another string, or as many and sorts before it.
    func isShorterOrBefore(_ right: String) -> Bool {
        var left = self
        var right = right
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count, let leftStart = left.baseAddress, let rightStart = right.baseAddress
                else {
                    return left.count < right.count
                }
                return memcmp(leftStart, rightStart, left.count) < 0
            }
        }
    }
}
