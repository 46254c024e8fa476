import Kernel

/// A line with a valid checksum and form. The view is valid as long as its bytes.
struct LoggedLine {
    /// The transaction number, or that of the last operation in a kept line.
    let sequence: Int
    /// The number of this line among those that a compaction kept, from 1. Nil for a transaction.
    let kept: Int?
    /// The last transaction that its writer knew to be durable.
    let synced: Int
    /// The checksum that the line contains.
    let checksum: UInt32
    private(set) var operations: [LoggedOperation] = []

    /// Reads a line without its newline, and returns nil if anything is wrong.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard var scanner = LoggedLine.body(of: bytes), let checksum = LineScanner.checksum(bytes) else { return nil }
        self.checksum = checksum
        let isKept = scanner.json.consume("{\"kept\":")
        guard isKept || scanner.json.consume("{\"synced\":"), let number = scanner.json.integer(),
            scanner.json.consume(",\"ops\":[")
        else { return nil }
        (kept, synced) = isKept ? (number, 0) : (nil, number)
        sequence = scanner.sequence
        var latest = 0
        // An operation seldom takes fewer bytes.
        operations.reserveCapacity(bytes.count / 400 + 1)
        repeat {
            guard let operation = LoggedOperation(&scanner.json, after: operations.last),
                isKept == (operation.sequence != nil),
                latest <= operation.sequence ?? 0
            else { return nil }
            latest = operation.sequence ?? 0
            operations.append(operation)
        } while scanner.json.consume(",")
        guard scanner.json.consume("]}"), scanner.json.isAtEnd, !isKept || latest == sequence else { return nil }
    }

    /// Checks the frame of a line, and returns its number and a scanner at its JSON.
    static func body(of bytes: UnsafeRawBufferPointer) -> (sequence: Int, json: LineScanner)? {
        var scanner = LineScanner(bytes)
        guard let checksum = scanner.hex(), scanner.consume(" "),
            CRC32C.sharedChecksum(UnsafeRawBufferPointer(rebasing: bytes[scanner.position...])) == checksum,
            let length = scanner.integer(), scanner.consume(" "), let sequence = scanner.integer(),
            scanner.consume(" "),
            bytes.count - scanner.position == length
        else { return nil }
        return (sequence, scanner)
    }

    /// Returns the unverified checksum and length, including the newline, from the start of a line.
    static func frame(_ start: UnsafeRawBufferPointer) -> (checksum: UInt32, count: Int)? {
        var scanner = LineScanner(start)
        guard let checksum = scanner.hex(), scanner.consume(" "), let length = scanner.integer(), scanner.consume(" "),
            scanner.integer() != nil, scanner.consume(" "), length < 1 << 40
        else { return nil }
        return (checksum, scanner.position + length + 1)
    }
}
