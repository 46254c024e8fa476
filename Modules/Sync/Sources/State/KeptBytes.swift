import Kernel

/// Bytes that Sync keeps for itself, in pieces of a store's size: a batch that was numbered.
struct KeptBytes: Storable {
    static let collection = RecordCollection<KeptBytes>("sync.bytes")
    static let piece = 384 << 10
    /// So many pieces go in one transaction beside what they belong to.
    static let most = 16

    let id: Identifier<KeptBytes>
    let base64: String

    static func id(_ name: String, _ number: Int) -> Identifier<KeptBytes> { Identifier("\(name)-\(number)") }

    static func count(_ bytes: [UInt8]) -> Int { (bytes.count + piece - 1) / piece }

    /// Keeps some pieces of bytes; all of them, unless more is said.
    static func put(_ bytes: [UInt8], as name: String, _ some: Range<Int>? = nil, in transaction: borrowing Transaction) throws {
        for number in some ?? 0..<count(bytes) {
            let part = Data(bytes[number * piece..<min((number + 1) * piece, bytes.count)])
            try transaction.put(KeptBytes(id: id(name, number), base64: part.base64EncodedString()))
        }
    }

    /// - Throws: `unreadableRecord` where a piece is missing.
    static func bytes(_ name: String, pieces: Int, in transaction: borrowing Transaction) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<pieces {
            guard let kept = try transaction.record(id(name, number)),
                let part = Data(base64Encoded: kept.base64)
            else { throw Failure(.unreadableRecord, "A batch of changes that waits to be sent is damaged.") }
            bytes += part
        }
        return bytes
    }
}
