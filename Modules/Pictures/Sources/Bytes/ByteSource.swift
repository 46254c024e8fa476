import Kernel

/// Bytes that nobody vouches for, read where one asks: a file may be larger than memory.
public struct ByteSource: Sendable {
    /// What pieces are read one after the other, in bytes.
    public static let piece = 1 << 20

    /// The last part of a file's name as a person wrote it; empty where there is none, as on standard input.
    public let name: String
    /// Its size in bytes.
    public let size: Int
    /// So many bytes from a place on. Throws a `Failure` when they are not there.
    public let bytes: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// Bytes behind a function.
    public init(name: String, size: Int, bytes: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]) {
        (self.name, self.size, self.bytes) = (name, size, bytes)
    }

    /// Bytes in memory.
    public init(name: String, _ whole: [UInt8]) {
        self.init(name: name, size: whole.count) { offset, count in
            guard offset >= 0, count >= 0, count <= whole.count - offset else { throw Failure.badMedia("is cut short") }
            return Array(whole[offset..<offset + count])
        }
    }

    /// The bytes from first to last, in pieces of a mebibyte.
    public func eachPiece(_ body: ([UInt8]) throws -> Void) throws {
        for offset in stride(from: 0, to: size, by: ByteSource.piece) {
            try body(bytes(offset, min(ByteSource.piece, size - offset)))
        }
    }
}

extension Failure {
    /// Something is wrong with a file; `what` completes "The file …".
    static func badMedia(_ what: String) -> Failure {
        Failure(
            .badMedia, "The file \(what).", advice: "Use an undamaged JPEG, PNG, WebP, HEIC, GIF, MP4, MOV or WebM file.",
            kind: .badData)
    }
}
