import Kernel

/// Some records of one device's stream, as they were when they were numbered. Numbers have no gaps.
package struct SyncBatch: Hashable, Sendable {
    /// What stands before the records.
    package struct Head: Hashable, Codable, Sendable {
        private(set) var kind = "batch"
        private(set) var form = WireText.form
        /// Whose stream.
        package var device: String
        /// The number of its first record.
        package var first: Int
        /// How far the device had taken in other streams, as far as no batch before has said so. Whoever applies this has done so too.
        package var seen: [String: Int]

        /// A batch of a stream that begins at a number.
        package init(device: String, first: Int, seen: [String: Int]) {
            (self.device, self.first, self.seen) = (device, first, seen)
        }
    }

    /// What stands before the records.
    package var head: Head
    /// At least one.
    package var records: [StoredRecord]

    /// The number of the last record.
    package var last: Int { head.first + records.count - 1 }

    /// A batch of these records.
    package init(_ head: Head, _ records: [StoredRecord]) { (self.head, self.records) = (head, records) }

    /// Reads what `bytes` wrote.
    ///
    /// - Throws: `syncUnreadable`, `syncNewerForm`.
    package init(reading bytes: [UInt8]) throws {
        (head, records) = try WireText.read(Head.self, kind: "batch", from: bytes)
        guard (1..<Int.max / 2).contains(head.first), !records.isEmpty else { throw WireText.unreadable("it makes no sense") }
    }

    /// The same records always give the same bytes.
    package func bytes() throws -> [UInt8] { try WireText.write(head, records) }
}
