import Kernel

/// The bytes of a numbered batch, in pieces that fit into the store.
struct BatchPieces: Storable {
    static let collection = RecordCollection<BatchPieces>("sync.bytes")
    /// The size of a piece in bytes.
    static let piece = 384 << 10
    /// The number of pieces that fit into one transaction with related data.
    static let most = 16

    let id: Identifier<BatchPieces>
    let base64: String

    static func id(_ name: String, _ number: Int) -> Identifier<BatchPieces> { Identifier("\(name)-\(number)") }

    static func count(_ bytes: [UInt8]) -> Int { (bytes.count + piece - 1) / piece }

    /// Stores some pieces of the bytes, or all of them by default.
    static func put(_ bytes: [UInt8], as name: String, _ some: Range<Int>? = nil, in transaction: borrowing Transaction)
        throws
    {
        for number in some ?? 0..<count(bytes) {
            let part = Data(bytes[number * piece..<min((number + 1) * piece, bytes.count)])
            try transaction.put(BatchPieces(id: id(name, number), base64: part.base64EncodedString()))
        }
    }

    /// Reads bytes from their pieces.
    ///
    /// - Throws: `unreadableRecord` if a piece is missing.
    static func bytes(_ name: String, pieces: Int, in transaction: borrowing Transaction) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<pieces {
            guard let pieceRecord = try transaction.record(id(name, number)),
                let part = Data(base64Encoded: pieceRecord.base64)
            else { throw Failure(.unreadableRecord, "A batch of changes that waits to be sent is damaged.") }
            bytes += part
        }
        return bytes
    }
}
