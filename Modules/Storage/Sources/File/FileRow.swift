import Foundation
import Kernel

/// A record of a file store: whole in memory until its transaction is written, then as a place in the log.
enum FileRow: TableRow {
    case fresh(StoredRecord)
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

    func entry(in index: String) throws -> IndexEntry? {
        switch self {
        case .fresh(let record): record.entry(in: index)
        case .logged(let record): try record.entries().first { $0.name == index }
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
struct LoggedRecord {
    let address: RecordAddress
    let stamp: Stamp
    let payloadVersion: Int
    let log: Log
    /// Of the text of the index entries, among the log's keys.
    let keys: Range<Int>
    /// Of the payload, in the file.
    let offset: Int
    let size: Int
    let checksum: UInt32

    func entries() throws -> [IndexEntry] {
        let entries = log.keys.withUnsafeBytes { LoggedOperation.entries(UnsafeRawBufferPointer(rebasing: $0[keys])) }
        guard let entries else { throw log.damaged(at: offset, "the index entries of “\(address.id)”") }
        return entries
    }

    func record() throws -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp, payloadVersion: payloadVersion, entries: try entries(),
            payload: stamp.deleted ? nil : try payload())
    }

    private func payload() throws -> Data {
        var data = Data(count: size)
        let read = try data.withUnsafeMutableBytes { try log.file.read(into: $0, at: offset) }
        guard read == size, data.withUnsafeBytes({ Checksum.of($0) }) == checksum else {
            throw log.damaged(at: offset, "“\(address.id)” in \(address.collection)")
        }
        return data
    }
}
