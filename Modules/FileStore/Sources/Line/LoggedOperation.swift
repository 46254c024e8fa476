import Kernel

/// An operation of a transaction in a line: address, version, and the ranges of its keys and
/// payload.
///
/// The view is valid as long as the bytes of the line.
struct LoggedOperation {
    /// The transaction number, if the line does not contain it.
    let sequence: Int?
    /// The range in the line from after the number to the closing brace. These bytes stay the same
    /// in every copy.
    let body: Range<Int>
    let collection: ScannedText
    let partition: ScannedText
    let id: ScannedText
    let version: ScannedStamp
    let payloadVersion: Int
    /// The text of the index entries.
    let keys: UnsafeRawBufferPointer
    let payload: Payload?
    /// The text of collection and partition.
    let heading: UnsafeRawBufferPointer
    /// The text of the version.
    private let versionText: UnsafeRawBufferPointer

    struct Payload {
        /// The range of the payload in the line.
        let range: Range<Int>
        let checksum: UInt32
    }

    var address: RecordAddress {
        RecordAddress(partition: Partition(rawValue: partition.string), collection: collection.string, id: id.string)
    }

    var stamp: Stamp { version.stamp }

    /// Reads one operation.
    ///
    /// - Parameter previous: the previous operation of the line. Parts with equal bytes are reused.
    init?(_ scanner: inout LineScanner, after previous: LoggedOperation?) {
        guard scanner.consume("{") else { return nil }
        if scanner.consume("\"seq\":") {
            guard let number = scanner.integer(), scanner.consume(",") else { return nil }
            sequence = number
        } else {
            sequence = nil
        }
        let start = scanner.position
        if let previous, scanner.consume(previous.heading) {
            collection = previous.collection
            partition = previous.partition
            heading = previous.heading
        } else {
            guard scanner.consume("\"collection\":"), let collection = scanner.text(),
                scanner.consume(",\"partition\":"),
                let partition = scanner.text(), scanner.consume(",\"id\":")
            else { return nil }
            self.collection = collection
            self.partition = partition
            heading = scanner.consumed(since: start)
        }
        guard let id = scanner.text() else { return nil }
        let versionStart = scanner.position
        if let previous, scanner.consume(previous.versionText) {
            version = previous.version
            payloadVersion = previous.payloadVersion
            versionText = previous.versionText
        } else {
            guard let version = ScannedStamp(&scanner), scanner.consume(",\"version\":"),
                let payloadVersion = scanner.small(),
                scanner.consume(",\"keys\":")
            else { return nil }
            self.version = version
            self.payloadVersion = payloadVersion
            versionText = scanner.consumed(since: versionStart)
        }
        guard let keys = LoggedOperation.skipEntries(&scanner) else { return nil }
        if version.deleted {
            payload = nil
        } else {
            guard scanner.consume(",\"crc\":\""), let checksum = scanner.hex(), scanner.consume("\",\"size\":"),
                let size = scanner.small(), scanner.consume(",\"payload\":"), let range = scanner.skip(size)
            else { return nil }
            payload = Payload(range: range, checksum: checksum)
        }
        guard scanner.consume("}") else { return nil }
        body = start..<scanner.position
        self.id = id
        self.keys = UnsafeRawBufferPointer(rebasing: scanner.bytes[keys])
    }

    private static func skipEntries(_ scanner: inout LineScanner) -> Range<Int>? {
        let start = scanner.position
        guard scanner.consume("[") else { return nil }
        if scanner.consume("]") { return start..<scanner.position }
        repeat {
            guard scanner.consume("["), scanner.text() != nil, scanner.consume(","), scanner.boolean() != nil,
                scanner.consume(","), scanner.consume("null") || scanner.text() != nil, scanner.consume("]")
            else { return nil }
        } while scanner.consume(",")
        return scanner.consume("]") ? start..<scanner.position : nil
    }
}

/// The version of a record as the line contains it.
struct ScannedStamp {
    let generation: Int
    let deleted: Bool
    let time: HybridTime
    let device: ScannedText

    var stamp: Stamp { stamp(of: device.string) }

    /// Returns the stamp with the name of its device.
    func stamp(of device: String) -> Stamp {
        Stamp(generation: generation, deleted: deleted, time: time, device: device)
    }

    init?(_ scanner: inout LineScanner) {
        guard scanner.consume(",\"stamp\":["), let generation = scanner.small(), scanner.consume(","),
            let deleted = scanner.boolean(),
            scanner.consume(",\""), let milliseconds = scanner.integer(), scanner.consume("-"),
            let counter = scanner.small(),
            scanner.consume("\","), let device = scanner.text(), scanner.consume("]")
        else { return nil }
        self.generation = generation
        self.deleted = deleted
        self.device = device
        time = HybridTime(milliseconds: Int64(milliseconds), counter: counter)
    }
}

extension LoggedOperation {
    /// Returns the record, or nil if its payload does not match the checksum or its keys are
    /// malformed.
    func record(in line: UnsafeRawBufferPointer) -> StoredRecord? {
        var entries = ScannedEntries(keys)
        var indexEntries: [IndexEntry] = []
        while let next = entries.next() { indexEntries.append(next.entry) }
        guard !entries.isBroken else { return nil }
        let bytes = payload.map { UnsafeRawBufferPointer(rebasing: line[$0.range]) }
        if let payload, let bytes, CRC32C.checksum(bytes) != payload.checksum { return nil }
        return StoredRecord(
            address: address, stamp: stamp, payloadVersion: payloadVersion, entries: indexEntries,
            payload: bytes.map { Data($0) })
    }
}
