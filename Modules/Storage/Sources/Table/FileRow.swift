import Kernel

/// A record of a file store: whole in memory until its transaction is written, then as a place in the log.
///
/// A class: rows are moved about in tables much more often than they are made, and one that has been written stays the same row.
final class FileRow {
    private enum State {
        case fresh(entries: [IndexEntry], payload: Data?, version: Int)
        case logged(LoggedPlace)
    }

    let address: RecordAddress
    let stamp: Stamp
    private var state: State
    /// Entries that it lacks, computed from its payload: kept by index files alone.
    private var learned: [IndexEntry] = []

    init(_ record: StoredRecord) {
        (address, stamp) = (record.address, record.stamp)
        state = .fresh(entries: record.entries, payload: record.payload, version: record.payloadVersion)
    }

    init(_ address: RecordAddress, _ stamp: Stamp, at place: LoggedPlace) {
        (self.address, self.stamp, state) = (address, stamp, .logged(place))
    }

    var id: String { address.id }
    var isLive: Bool { !stamp.deleted }

    private var entry: RowEntry? { if case .logged(let place) = state { place.entry } else { nil } }

    /// Bytes in the log.
    var weight: Int { Int(entry?.weight ?? 0) }

    /// Where the log says so; nil before the transaction is written.
    var place: Int? { entry.map { Int($0.place) } }

    /// What an index file holds of the row, with the text of its index entries; nil before the transaction is written.
    var written: (entry: RowEntry, keys: ArraySlice<UInt8>)? {
        if case .logged(let place) = state {
            (place.entry, learned.reduce(place.keys) { LoggedPlace.text($0, with: $1) })
        } else {
            nil
        }
    }

    /// Notes that the transaction was written.
    func settle(at place: LoggedPlace) { state = .logged(place) }

    /// What the line of a transaction says of the record; nil when it is in the log already.
    var contents: (entries: [IndexEntry], payload: Data?, version: Int)? {
        if case .fresh(let entries, let payload, let version) = state { (entries, payload, version) } else { nil }
    }

    /// One entry, without making the others; nil when the row was written before the index existed.
    func entry(in index: String) throws -> IndexEntry? {
        if let known = learned.first(where: { $0.name == index }) { return known }
        return switch state {
        case .fresh(let entries, _, _): entries.first { $0.name == index }
        case .logged(let place): try place.entry(in: index, of: address)
        }
    }

    /// Notes an entry that it lacks.
    func learn(_ entry: IndexEntry) { learned.append(entry) }

    /// The record; its payload is read, and the checksum compared, only here.
    func record() throws -> StoredRecord {
        switch state {
        case .fresh(let entries, let payload, let version):
            StoredRecord(address: address, stamp: stamp, payloadVersion: version, entries: entries, payload: payload)
        case .logged(let place): try place.record(at: address, stamp)
        }
    }

    /// The record without its index entries where these would have to be read.
    func bareRecord() throws -> StoredRecord {
        if case .logged(let place) = state { try place.bareRecord(at: address, stamp) } else { try record() }
    }
}
