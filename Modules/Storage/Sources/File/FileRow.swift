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
    let payloadVersion: Int
    private let log: Log
    /// Of the text of the index entries, among the log's keys.
    private let keys: Range<Int>
    /// Where the operation stands in the file, and how long it is.
    let place: Int
    let weight: Int
    /// Of the payload, in the file.
    private let offset: Int
    private let size: Int
    private let checksum: UInt32

    /// - Parameters:
    ///   - keys: where the log keeps the text of the operation's index entries.
    ///   - line: the offset of the operation's line.
    init(_ operation: LoggedOperation, in log: Log, keys: Range<Int>, line: Int) {
        (address, stamp, payloadVersion) = (operation.address, operation.stamp, operation.payloadVersion)
        (self.log, self.keys) = (log, keys)
        (place, weight) = (line + operation.body.lowerBound, operation.body.count)
        offset = line + (operation.payload?.range.lowerBound ?? 0)
        size = operation.payload?.range.count ?? 0
        checksum = operation.payload?.checksum ?? 0
    }

    /// One entry, without making the others.
    func entry(in index: String) throws -> IndexEntry? {
        try log.keys.withUnsafeBytes { all in
            var found: IndexEntry?
            let isRead = LoggedOperation.forEachEntry(UnsafeRawBufferPointer(rebasing: all[keys]), only: index) { found = $0 }
            guard isRead else { throw log.damaged(at: offset, "the index entries of “\(address.id)”") }
            return found
        }
    }

    private func entries() throws -> [IndexEntry] {
        try log.keys.withUnsafeBytes { all in
            var found: [IndexEntry] = []
            let isRead = LoggedOperation.forEachEntry(UnsafeRawBufferPointer(rebasing: all[keys]), only: nil) { found.append($0) }
            guard isRead else { throw log.damaged(at: offset, "the index entries of “\(address.id)”") }
            return found
        }
    }

    func record() throws -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp, payloadVersion: payloadVersion, entries: try entries(),
            payload: stamp.deleted ? nil : try payload())
    }

    private func payload() throws -> Data {
        var data = Data(count: size)
        let read = try data.withUnsafeMutableBytes { try log.file.read(into: $0, at: offset) }
        guard read == size, data.withUnsafeBytes({ CRC32C.checksum($0) }) == checksum else {
            throw log.damaged(at: offset, "“\(address.id)” in \(address.collection)")
        }
        return data
    }
}
