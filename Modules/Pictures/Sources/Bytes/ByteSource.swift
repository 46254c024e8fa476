import Kernel

/// Untrusted bytes with random access, because a file may be larger than memory.
package struct ByteSource: Sendable {
    /// The size of the pieces in sequential reading, in bytes.
    package static let piece = 1 << 20

    /// The last component of the path that the user gave. Empty for standard input.
    package let name: String
    package let size: Int
    /// Returns a number of bytes from an offset.
    ///
    /// - Throws: a `Failure` if the range is outside the data.
    package let bytes: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    package init(name: String, size: Int, bytes: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]) {
        self.name = name
        self.size = size
        self.bytes = bytes
    }

    /// Creates a source of bytes in memory.
    package init(name: String, _ contents: [UInt8]) {
        self.init(name: name, size: contents.count) { offset, count in
            guard offset >= 0, count >= 0, count <= contents.count - offset else {
                throw Failure.badMedia("is cut short")
            }
            return Array(contents[offset..<offset + count])
        }
    }

    /// Passes all bytes in order, in pieces of a mebibyte.
    package func eachPiece(_ body: ([UInt8]) throws -> Void) throws {
        for offset in stride(from: 0, to: size, by: ByteSource.piece) {
            try body(bytes(offset, min(ByteSource.piece, size - offset)))
        }
    }
}

extension Failure {
    /// Returns the failure for a bad file.
    ///
    /// - Parameter what: completes the sentence "The file …".
    static func badMedia(_ what: String) -> Failure {
        Failure(
            .badMedia, "The file \(what).",
            advice: "Use an undamaged JPEG, PNG, WebP, HEIC, GIF, MP4, MOV or WebM file.", kind: .badData)
    }
}
