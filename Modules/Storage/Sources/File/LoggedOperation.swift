import Foundation
import Kernel

/// One operation of a transaction as it stands in a line: address, version, and where keys and payload are.
struct LoggedOperation {
    /// The number of its transaction, when its line does not say so.
    let sequence: Int?
    /// From behind the number to the closing brace, within the line: the same bytes wherever the operation is copied to.
    let body: Range<Int>
    let address: RecordAddress
    let stamp: Stamp
    let payloadVersion: Int
    /// The text of the index entries, within the line.
    let keys: Range<Int>
    let payload: Payload?

    struct Payload {
        /// Within the line.
        let range: Range<Int>
        let checksum: UInt32
    }

    /// Reads one operation.
    ///
    /// - Parameter last: the operation before; its names are shared when they repeat.
    init?(_ scanner: inout LineScanner, after last: LoggedOperation?) {
        guard scanner.take("{") else { return nil }
        if scanner.take("\"seq\":") {
            guard let number = scanner.integer(), scanner.take(",") else { return nil }
            sequence = number
        } else {
            sequence = nil
        }
        let start = scanner.position
        guard scanner.take("\"collection\":"), let collection = scanner.string(like: last?.address.collection ?? ""),
            scanner.take(",\"partition\":"), let partition = scanner.string(like: last?.address.partition.rawValue ?? ""),
            scanner.take(",\"id\":"), let id = scanner.string(),
            let stamp = LoggedOperation.stamp(&scanner, like: last?.stamp.device ?? ""),
            scanner.take(",\"version\":"), let version = scanner.integer(), scanner.take(",\"keys\":"),
            let keys = LoggedOperation.skipEntries(&scanner)
        else { return nil }
        if stamp.deleted {
            payload = nil
        } else {
            guard scanner.take(",\"crc\":\""), let checksum = scanner.hex(), scanner.take("\",\"size\":"),
                let size = scanner.integer(),
                scanner.take(",\"payload\":"), let range = scanner.skip(size)
            else { return nil }
            payload = Payload(range: range, checksum: checksum)
        }
        guard scanner.take("}") else { return nil }
        body = start..<scanner.position
        address = RecordAddress(partition: Partition(rawValue: partition), collection: collection, id: id)
        self.stamp = stamp
        payloadVersion = version
        self.keys = keys
    }

    private static func stamp(_ scanner: inout LineScanner, like device: String) -> Stamp? {
        guard scanner.take(",\"stamp\":["), let generation = scanner.integer(), scanner.take(","),
            let deleted = scanner.boolean(),
            scanner.take(",\""), let milliseconds = scanner.integer(), scanner.take("-"), let counter = scanner.integer(),
            scanner.take("\","), let device = scanner.string(like: device), scanner.take("]")
        else { return nil }
        let time = HybridTime(milliseconds: Int64(milliseconds), counter: counter)
        return Stamp(generation: generation, deleted: deleted, time: time, device: device)
    }

    private static func skipEntries(_ scanner: inout LineScanner) -> Range<Int>? {
        let start = scanner.position
        guard scanner.take("[") else { return nil }
        if scanner.take("]") { return start..<scanner.position }
        repeat {
            guard scanner.take("["), scanner.skipString(), scanner.take(","), scanner.boolean() != nil, scanner.take(","),
                scanner.take("null") || scanner.skipString(), scanner.take("]")
            else { return nil }
        } while scanner.take(",")
        return scanner.take("]") ? start..<scanner.position : nil
    }

    /// Visits the index entries in a text that was cut out of a good line; all of them, or those of one index.
    ///
    /// - Returns: whether the text could be read.
    static func forEachEntry(_ bytes: UnsafeRawBufferPointer, only index: String?, _ visit: (IndexEntry) -> Void) -> Bool {
        var scanner = LineScanner(bytes)
        guard scanner.take("[") else { return false }
        if scanner.take("]") { return true }
        repeat {
            guard scanner.take("["), let name = scanner.string(like: index ?? ""), scanner.take(","),
                let unique = scanner.boolean(), scanner.take(",")
            else { return false }
            if index == nil || index == name {
                let key = scanner.take("null") ? nil : scanner.string().map(IndexKey.init(text:))
                visit(IndexEntry(name: name, unique: unique, key: key))
            } else {
                guard scanner.take("null") || scanner.skipString() else { return false }
            }
            guard scanner.take("]") else { return false }
        } while scanner.take(",")
        return scanner.take("]")
    }
}

/// A line whose checksum and form are right.
struct LoggedLine {
    /// The number of its transaction; for a line of what was kept, that of its last operation.
    let sequence: Int
    /// Which line of what was kept by a compaction this is, from 1; nil for a transaction.
    let kept: Int?
    /// Up to which number its writer knew everything to be durable.
    let synced: Int
    private(set) var operations: [LoggedOperation] = []

    /// Reads a line without its newline; nil when anything about it is wrong.
    ///
    /// - Parameter last: an operation read before; its names are shared when they repeat.
    init?(_ bytes: UnsafeRawBufferPointer, after last: LoggedOperation? = nil) {
        guard var scanner = LoggedLine.body(of: bytes) else { return nil }
        let isKept = scanner.json.take("{\"kept\":")
        guard isKept || scanner.json.take("{\"synced\":"), let number = scanner.json.integer(),
            scanner.json.take(",\"ops\":[")
        else { return nil }
        (kept, synced) = isKept ? (number, 0) : (nil, number)
        var previous = last
        repeat {
            guard let operation = LoggedOperation(&scanner.json, after: previous),
                isKept == (operation.sequence != nil), previous?.sequence ?? 0 <= operation.sequence ?? Int.max
            else { return nil }
            operations.append(operation)
            previous = operation
        } while scanner.json.take(",")
        guard scanner.json.take("]}"), scanner.json.isAtEnd else { return nil }
        sequence = operations.last?.sequence ?? scanner.sequence
        guard !isKept || sequence == scanner.sequence else { return nil }
    }

    /// Checks a line's frame and gives its number, and a scanner that stands before its JSON.
    static func body(of bytes: UnsafeRawBufferPointer) -> (sequence: Int, json: LineScanner)? {
        var scanner = LineScanner(bytes)
        guard let checksum = scanner.hex(), scanner.take(" "),
            CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[scanner.position...])) == checksum,
            let length = scanner.integer(), scanner.take(" "), let sequence = scanner.integer(), scanner.take(" "),
            bytes.count - scanner.position == length
        else { return nil }
        return (sequence, scanner)
    }
}
