import Kernel

/// Bytes that Sync keeps for itself, in pieces of a store's size: a batch that was numbered.
struct KeptBytes: Storable {
    static let collection = RecordCollection<KeptBytes>("sync.bytes")
    static let piece = 384 << 10

    let id: Identifier<KeptBytes>
    let base64: String

    /// - Returns: how many pieces they are.
    static func put(_ bytes: [UInt8], as name: String, in transaction: borrowing Transaction) throws -> Int {
        let starts = Array(stride(from: 0, to: bytes.count, by: piece))
        for (number, start) in starts.enumerated() {
            let part = Data(bytes[start..<min(start + piece, bytes.count)])
            try transaction.put(KeptBytes(id: Identifier("\(name)-\(number)"), base64: part.base64EncodedString()))
        }
        return starts.count
    }

    /// - Throws: `unreadableRecord` where a piece is missing.
    static func bytes(_ name: String, pieces: Int, in transaction: borrowing Transaction) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<pieces {
            guard let kept = try transaction.record(Identifier<KeptBytes>("\(name)-\(number)")),
                let part = Data(base64Encoded: kept.base64)
            else { throw Failure(.unreadableRecord, "A batch of changes that waits to be sent is damaged.") }
            bytes += part
        }
        return bytes
    }
}
