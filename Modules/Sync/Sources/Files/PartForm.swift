import Kernel

/// The format of a part: a header with the file's name and the part's number, then the bytes.
///
/// It reveals misplaced parts and damage even without encryption.
enum PartForm {
    private static let headLength = 40

    static func write(_ content: [UInt8], as part: FilePart) -> [UInt8] {
        let body = Array(part.name.utf8) + number(UInt32(part.number)) + content
        return number(body.syncChecksum) + body
    }

    /// Returns the bytes of a part.
    ///
    /// - Throws: `syncUnreadable`.
    static func read(_ bytes: [UInt8], as part: FilePart) throws -> [UInt8] {
        let body = Array(bytes.dropFirst(4))
        guard bytes.count >= headLength, Array(bytes.prefix(4)) == number(body.syncChecksum) else {
            throw WireText.unreadable("a part of a file is damaged")
        }
        guard body.starts(with: Array(part.name.utf8) + number(UInt32(part.number))) else {
            throw WireText.unreadable("a part of a file is called as another one")
        }
        return Array(bytes[headLength...])
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
