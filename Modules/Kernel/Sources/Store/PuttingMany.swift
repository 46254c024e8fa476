extension Transaction {
    /// Keeps many records, a part of them after the other: while the engine takes one, other cores write down those behind it.
    ///
    /// - Throws: as `put`; what was put before the record that is refused stands there until the transaction fails.
    public func put<Record: Storable>(contentsOf records: some Sequence<Record>) throws {
        let all = Array(records)
        let collection = Record.collection
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry] = { try collection.entries(of: $0) }
        let ids = all.map { $0.id.rawValue }  // By a path of keys it took a thirtieth of all this.
        let ahead = Ahead(all.count, least: 256) { WrittenRecords(of: all, $0, in: collection) }
        defer { ahead.stop() }
        lazy var next = NextVersion(in: below)  // Behind the first question, with which an engine on a server takes its turn.
        for run in ids.runs(growing: { $0.isShorterOrBefore($1) }) {
            let places = ids[run].map { RecordAddress(partition: partition, collection: collection.name, id: $0) }
            let olds = try below.records(at: places)
            for part in ahead.parts(of: run) {
                let drafts = ahead.result(of: part)
                var (changed, changes): ([StoredRecord?], [StoredRecord]) = ([], [])
                changes.reserveCapacity(part.count)
                for number in part {
                    let (place, old, draft) = (places[number - run.lowerBound], olds[number - run.lowerBound], drafts[number])
                    let payload =
                        try old?.payload == nil ? drafts.text[draft.payload.get()] : collection.encode(all[number], over: old)
                    if isNoChange(old, payload, version: collection.version) { continue }
                    if journal != nil { changed.append(old) }
                    changes.append(
                        next.change(of: old, at: place, version: collection.version, entries: draft.entries, payload: payload))
                }
                if !changes.isEmpty { try replace(changed, with: changes, reindex: reindex) }
            }
        }
    }
}

/// Records written down, one behind the other, before anybody has looked at what stands in their places.
private struct WrittenRecords: Sendable {
    struct Draft {
        let entries: [IndexEntry]
        let payload: Result<Range<Int>, any Error>
    }

    private let first: Int
    private var each: [Draft] = []
    let text: Data

    init<Record: Storable>(of records: [Record], _ slice: Range<Int>, in collection: RecordCollection<Record>) {
        let encoder = RecordEncoder(capacity: slice.count * 256)
        first = slice.lowerBound
        each.reserveCapacity(slice.count)
        for number in slice {
            let record = records[number]
            each.append(Draft(entries: collection.entries(of: record), payload: Result { try encoder.append(record) }))
        }
        text = encoder.finish()
    }

    subscript(number: Int) -> Draft { each[number - first] }
}

extension Array where Element: Hashable {
    /// The places of these in stretches in which none comes twice: what is put once more must find what was put before.
    ///
    /// - Parameter comesBefore: an order, in which names are most often given: what grows by it has nothing twice.
    func runs(growing comesBefore: (Element, Element) -> Bool) -> [Range<Int>] {
        if zip(self, dropFirst()).allSatisfy(comesBefore) { return isEmpty ? [] : [0..<count] }
        var (found, start): ([Range<Int>], Int) = ([], 0)
        var seen = Set<Element>(minimumCapacity: count)
        for (place, element) in enumerated() where !seen.insert(element).inserted {
            found.append(start..<place)
            (start, seen) = (place, [element])
        }
        return found + [start..<count]
    }
}

extension String {
    /// Whether it has fewer bytes than another, or as many and comes before it.
    func isShorterOrBefore(_ other: String) -> Bool {
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else {
                    return one.count < other.count
                }
                return memcmp(first, second, one.count) < 0
            }
        }
    }
}
