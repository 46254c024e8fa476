import Kernel

/// Consecutive records of one device's stream, as they were when numbered.
package struct SyncBatch: Hashable, Sendable {
    /// The header before the records.
    package struct Head: Hashable, Codable, Sendable {
        private(set) var kind = "batch"
        private(set) var form = WireText.form
        package var device: String
        package var first: Int
        /// The cursors that earlier batches do not contain. A device merges this batch only after
        /// it has reached them.
        package var seen: [String: Int]

        package init(device: String, first: Int, seen: [String: Int]) {
            self.device = device
            self.first = first
            self.seen = seen
        }
    }

    package var head: Head
    package var records: [StoredRecord]

    package var last: Int { head.first + records.count - 1 }

    package init(_ head: Head, _ records: [StoredRecord]) {
        self.head = head
        self.records = records
    }

    /// Parses the result of `bytes`.
    ///
    /// - Throws: `syncUnreadable`, `syncNewerForm`.
    package init(reading bytes: [UInt8]) throws {
        (head, records) = try WireText.read(Head.self, kind: "batch", from: bytes)
        guard (1..<Int.max / 2).contains(head.first), !records.isEmpty else {
            throw WireText.unreadable("it makes no sense")
        }
    }

    /// Returns the encoded batch, which is always the same for the same records.
    package func bytes() throws -> [UInt8] { try WireText.write(head, records) }
}
