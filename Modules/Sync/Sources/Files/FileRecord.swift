import Kernel

/// What a device tells the others of a file: what lies at its path. It travels with the records, sealed as they are; name its collection among those that leave.
public struct FileRecord: Storable, Hashable {
    /// Follows from the path.
    public let id: Identifier<FileRecord>
    /// Where it lies on each device.
    public let path: String
    /// How long it is.
    public let size: Int
    /// SHA-256 of its content, in 64 small hexadecimal digits.
    public let digest: String
    /// Not any more, when nothing names it: it is kept in the place until everybody has seen that.
    var isWanted: Bool

    init(path: String, size: Int, digest: [UInt8]) {
        (self.path, self.size, self.digest) = (path, size, digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        id = FileRecord.id(of: path)
        isWanted = true
    }

    static func id(of path: String) -> Identifier<FileRecord> {
        Identifier(SHA256.digest(Array("file \(path)".utf8)).prefix(32).letters)
    }

    /// Where they are kept.
    public static let collection = RecordCollection<FileRecord>(OwnCollections.files)
}
