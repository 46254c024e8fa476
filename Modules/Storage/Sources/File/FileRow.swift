import Foundation
import Kernel

/// A record of a file store: whole in memory until its transaction is written, then as a place in the log.
enum FileRow: TableRow {
    indirect case fresh(StoredRecord)
    case logged(LoggedRecord)

    init(_ record: StoredRecord) { self = .fresh(record) }

    var id: String {
        switch self {
        case .fresh(let record): record.address.id
        case .logged(let record): record.address.id
        }
    }

    var stamp: Stamp {
        switch self {
        case .fresh(let record): record.stamp
        case .logged(let record): record.stamp
        }
    }

    var isLive: Bool { !stamp.deleted }

    /// Bytes in the log.
    var weight: Int {
        switch self {
        case .fresh: 0
        case .logged(let record): record.weight
        }
    }

    /// Where the log says so; nil before the transaction is written.
    var place: Int? {
        switch self {
        case .fresh: nil
        case .logged(let record): record.place
        }
    }

    static func row(_ number: Int, of image: ShelfImage) -> FileRow? { image.row(number) }

    func entry(in index: String) throws -> IndexEntry? {
        switch self {
        case .fresh(let record): record.entry(in: index)
        case .logged(let record): try record.entry(in: index)
        }
    }

    func record() throws -> StoredRecord {
        switch self {
        case .fresh(let record): record
        case .logged(let record): try record.record()
        }
    }
}

/// Where a record stands in a log. The payload is read, and its checksum compared, only when somebody asks for it.
///
/// A class: rows are moved about in tables much more often than they are made.
final class LoggedRecord {
    let address: RecordAddress
    let stamp: Stamp
    let keys: [UInt8]
    /// Its texts and its device count for nothing here.
    let entry: RowEntry
    private let log: Log

    init(address: RecordAddress, stamp: Stamp, entry: RowEntry, keys: [UInt8], log: Log) {
        (self.address, self.stamp, self.entry, self.keys, self.log) = (address, stamp, entry, keys, log)
    }

    /// - Parameter line: the offset of the operation's line.
    convenience init(_ operation: LoggedOperation, in log: Log, line: Int) {
        self.init(
            address: operation.address, stamp: operation.stamp, entry: RowEntry(operation, line: line),
            keys: Array(operation.keys), log: log)
    }

    var weight: Int { Int(entry.weight) }
    var place: Int { Int(entry.place) }

    /// One entry, without making the others.
    func entry(in index: String) throws -> IndexEntry? {
        try keys.withUnsafeBytes { bytes in
            var entries = ScannedEntries(bytes)
            let found = entries.entry(named: index)?.entry
            if entries.isBroken { throw log.damaged(at: place, "the index entries of “\(address.id)”") }
            return found
        }
    }

    private func entries() throws -> [IndexEntry] {
        try keys.withUnsafeBytes { bytes in
            var entries = ScannedEntries(bytes)
            var found: [IndexEntry] = []
            while let next = entries.next() { found.append(next.entry) }
            if entries.isBroken { throw log.damaged(at: place, "the index entries of “\(address.id)”") }
            return found
        }
    }

    func record() throws -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp, payloadVersion: Int(entry.version), entries: try entries(),
            payload: stamp.deleted ? nil : try payload())
    }

    private func payload() throws -> Data {
        let offset = place + Int(entry.offset)
        var data = Data(count: Int(entry.size))
        let read = try data.withUnsafeMutableBytes { try log.file.read(into: $0, at: offset) }
        guard read == data.count, data.withUnsafeBytes({ CRC32C.checksum($0) }) == entry.checksum else {
            throw log.damaged(at: offset, "“\(address.id)” in \(address.collection)")
        }
        return data
    }
}
