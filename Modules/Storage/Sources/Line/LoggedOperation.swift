import Kernel

/// One operation of a transaction as it stands in a line: address, version, and where keys and payload are.
///
/// A view: valid as long as the bytes of its line are.
struct LoggedOperation {
    /// The number of its transaction, when its line does not say so.
    let sequence: Int?
    /// From behind the number to the closing brace, within the line: the same bytes wherever the operation is copied to.
    let body: Range<Int>
    let collection: ScannedText
    let partition: ScannedText
    let id: ScannedText
    let version: ScannedStamp
    let payloadVersion: Int
    /// The text of the index entries.
    let keys: UnsafeRawBufferPointer
    let payload: Payload?
    /// The text from which collection and partition were read.
    let heading: UnsafeRawBufferPointer
    /// That from which its version was.
    private let edition: UnsafeRawBufferPointer

    struct Payload {
        /// Within the line.
        let range: Range<Int>
        let checksum: UInt32
    }

    var address: RecordAddress {
        RecordAddress(partition: Partition(rawValue: partition.string), collection: collection.string, id: id.string)
    }

    var stamp: Stamp { version.stamp }

    /// Reads one operation.
    ///
    /// - Parameter previous: the one before it in its line. What is said of both in the same bytes is not read twice.
    init?(_ scanner: inout LineScanner, after previous: LoggedOperation?) {
        guard scanner.take("{") else { return nil }
        if scanner.take("\"seq\":") {
            guard let number = scanner.integer(), scanner.take(",") else { return nil }
            sequence = number
        } else {
            sequence = nil
        }
        let start = scanner.position
        if let previous, scanner.take(previous.heading) {
            (collection, partition, heading) = (previous.collection, previous.partition, previous.heading)
        } else {
            guard scanner.take("\"collection\":"), let collection = scanner.text(), scanner.take(",\"partition\":"),
                let partition = scanner.text(), scanner.take(",\"id\":")
            else { return nil }
            (self.collection, self.partition, heading) = (collection, partition, scanner.taken(since: start))
        }
        guard let id = scanner.text() else { return nil }
        let middle = scanner.position
        if let previous, scanner.take(previous.edition) {
            (version, payloadVersion, edition) = (previous.version, previous.payloadVersion, previous.edition)
        } else {
            guard let version = ScannedStamp(&scanner), scanner.take(",\"version\":"), let payloadVersion = scanner.small(),
                scanner.take(",\"keys\":")
            else { return nil }
            (self.version, self.payloadVersion, edition) = (version, payloadVersion, scanner.taken(since: middle))
        }
        guard let keys = LoggedOperation.skipEntries(&scanner) else { return nil }
        if version.deleted {
            payload = nil
        } else {
            guard scanner.take(",\"crc\":\""), let checksum = scanner.hex(), scanner.take("\",\"size\":"),
                let size = scanner.small(), scanner.take(",\"payload\":"), let range = scanner.skip(size)
            else { return nil }
            payload = Payload(range: range, checksum: checksum)
        }
        guard scanner.take("}") else { return nil }
        body = start..<scanner.position
        (self.id, self.keys) = (id, UnsafeRawBufferPointer(rebasing: scanner.bytes[keys]))
    }

    private static func skipEntries(_ scanner: inout LineScanner) -> Range<Int>? {
        let start = scanner.position
        guard scanner.take("[") else { return nil }
        if scanner.take("]") { return start..<scanner.position }
        repeat {
            guard scanner.take("["), scanner.text() != nil, scanner.take(","), scanner.boolean() != nil, scanner.take(","),
                scanner.take("null") || scanner.text() != nil, scanner.take("]")
            else { return nil }
        } while scanner.take(",")
        return scanner.take("]") ? start..<scanner.position : nil
    }
}

/// A record's version as it stands in a line.
struct ScannedStamp {
    let generation: Int
    let deleted: Bool
    let time: HybridTime
    let device: ScannedText

    var stamp: Stamp { stamp(of: device.string) }

    /// The same, where the device's name is known.
    func stamp(of device: String) -> Stamp { Stamp(generation: generation, deleted: deleted, time: time, device: device) }

    init?(_ scanner: inout LineScanner) {
        guard scanner.take(",\"stamp\":["), let generation = scanner.small(), scanner.take(","),
            let deleted = scanner.boolean(),
            scanner.take(",\""), let milliseconds = scanner.integer(), scanner.take("-"), let counter = scanner.small(),
            scanner.take("\","), let device = scanner.text(), scanner.take("]")
        else { return nil }
        (self.generation, self.deleted, self.device) = (generation, deleted, device)
        time = HybridTime(milliseconds: Int64(milliseconds), counter: counter)
    }
}

extension LoggedOperation {
    /// The record; nil when its payload is not what its checksum says, or its keys have no good form.
    func record(in line: UnsafeRawBufferPointer) -> StoredRecord? {
        var entries = ScannedEntries(keys)
        var found: [IndexEntry] = []
        while let next = entries.next() { found.append(next.entry) }
        guard !entries.isBroken else { return nil }
        let bytes = payload.map { UnsafeRawBufferPointer(rebasing: line[$0.range]) }
        if let payload, let bytes, CRC32C.checksum(bytes) != payload.checksum { return nil }
        return StoredRecord(
            address: address, stamp: stamp, payloadVersion: payloadVersion, entries: found, payload: bytes.map { Data($0) })
    }
}
