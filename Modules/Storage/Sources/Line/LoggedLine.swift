import Kernel

/// A line whose checksum and form are right. A view: valid as long as its bytes are.
struct LoggedLine {
    /// The number of its transaction; for a line of what was kept, that of its last operation.
    let sequence: Int
    /// Which line of what was kept by a compaction this is, from 1; nil for a transaction.
    let kept: Int?
    /// Up to which number its writer knew everything to be durable.
    let synced: Int
    /// What it says its checksum is.
    let checksum: UInt32
    private(set) var operations: [LoggedOperation] = []

    /// Reads a line without its newline; nil when anything about it is wrong.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard var scanner = LoggedLine.body(of: bytes), let checksum = LineScanner.checksum(bytes) else { return nil }
        self.checksum = checksum
        let isKept = scanner.json.take("{\"kept\":")
        guard isKept || scanner.json.take("{\"synced\":"), let number = scanner.json.integer(),
            scanner.json.take(",\"ops\":[")
        else { return nil }
        (kept, synced) = isKept ? (number, 0) : (nil, number)
        sequence = scanner.sequence
        var latest = 0
        // An operation seldom has less.
        operations.reserveCapacity(bytes.count / 400 + 1)
        repeat {
            guard let operation = LoggedOperation(&scanner.json, after: operations.last), isKept == (operation.sequence != nil),
                latest <= operation.sequence ?? 0
            else { return nil }
            latest = operation.sequence ?? 0
            operations.append(operation)
        } while scanner.json.take(",")
        guard scanner.json.take("]}"), scanner.json.isAtEnd, !isKept || latest == sequence else { return nil }
    }

    /// Checks a line's frame and gives its number, and a scanner that stands before its JSON.
    static func body(of bytes: UnsafeRawBufferPointer) -> (sequence: Int, json: LineScanner)? {
        var scanner = LineScanner(bytes)
        guard let checksum = scanner.hex(), scanner.take(" "),
            CRC32C.sharedChecksum(UnsafeRawBufferPointer(rebasing: bytes[scanner.position...])) == checksum,
            let length = scanner.integer(), scanner.take(" "), let sequence = scanner.integer(), scanner.take(" "),
            bytes.count - scanner.position == length
        else { return nil }
        return (sequence, scanner)
    }

    /// What the start of a line says of it, verified by nothing: its checksum, and how many bytes it has with its newline.
    static func frame(_ start: UnsafeRawBufferPointer) -> (checksum: UInt32, count: Int)? {
        var scanner = LineScanner(start)
        guard let checksum = scanner.hex(), scanner.take(" "), let length = scanner.integer(), scanner.take(" "),
            scanner.integer() != nil, scanner.take(" "), length < 1 << 40
        else { return nil }
        return (checksum, scanner.position + length + 1)
    }
}
