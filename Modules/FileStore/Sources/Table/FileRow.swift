import Kernel

/// A record of a file store: in memory until its transaction is written, then a location in the
/// log.
///
/// It is a class because rows are moved in tables much more often than they are created, and keep
/// their identity when written.
final class FileRow {
    private enum State {
        /// The transaction is not written yet.
        case fresh(entries: [IndexEntry], payload: Data?, version: Int)
        case logged(LogLocation)
    }

    let address: RecordAddress
    let stamp: Stamp
    private var state: State
    /// Computed entries that the logged record lacks. Only index files keep them.
    private var computedEntries: [IndexEntry] = []

    init(_ record: StoredRecord) {
        address = record.address
        stamp = record.stamp
        state = .fresh(entries: record.entries, payload: record.payload, version: record.payloadVersion)
    }

    init(_ address: RecordAddress, _ stamp: Stamp, at location: LogLocation) {
        self.address = address
        self.stamp = stamp
        state = .logged(location)
    }

    var id: String { address.id }
    var isLive: Bool { !stamp.deleted }

    private var entry: RowEntry? { if case .logged(let location) = state { location.entry } else { nil } }

    /// The length in the log in bytes.
    var weight: Int { Int(entry?.weight ?? 0) }

    /// The offset in the log, or nil before the transaction is written.
    var place: Int? { entry.map { Int($0.place) } }

    /// The index file's data about the row, with the text of its index entries. Nil before the
    /// transaction is written.
    var written: (entry: RowEntry, keys: ArraySlice<UInt8>)? {
        if case .logged(let location) = state {
            (location.entry, computedEntries.reduce(location.keys) { LogLocation.text($0, with: $1) })
        } else {
            nil
        }
    }

    /// Records that the transaction was written.
    func markWritten(at location: LogLocation) { state = .logged(location) }

    /// The contents for a transaction's line, or nil if the row is already in the log.
    var contents: (entries: [IndexEntry], payload: Data?, version: Int)? {
        if case .fresh(let entries, let payload, let version) = state { (entries, payload, version) } else { nil }
    }

    /// Returns one index entry without decoding the others, or nil if the row is older than the
    /// index.
    func entry(in index: String) throws -> IndexEntry? {
        if let known = computedEntries.first(where: { $0.name == index }) { return known }
        return switch state {
        case .fresh(let entries, _, _): entries.first { $0.name == index }
        case .logged(let location): try location.entry(in: index, of: address)
        }
    }

    func addComputedEntry(_ entry: IndexEntry) { computedEntries.append(entry) }

    /// Returns the record. Its payload is read and verified only here.
    func record() throws -> StoredRecord {
        switch state {
        case .fresh(let entries, let payload, let version):
            StoredRecord(address: address, stamp: stamp, payloadVersion: version, entries: entries, payload: payload)
        case .logged(let location): try location.record(at: address, stamp)
        }
    }

    /// Returns the record, without its index entries if these would have to be read.
    func bareRecord() throws -> StoredRecord {
        if case .logged(let location) = state { try location.bareRecord(at: address, stamp) } else { try record() }
    }
}
