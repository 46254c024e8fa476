import Kernel

/// The record that announces the file at a path to other devices.
///
/// It is encrypted and sent with the other records. Include its collection in the synced ones.
package struct FileRecord: Storable, Hashable {
    package let id: Identifier<FileRecord>
    package let path: String
    package let size: Int
    /// The SHA-256 of the content, in 64 lowercase hexadecimal digits.
    package let digest: String
    /// Whether a record refers to the file. An unused file stays in the place until every device
    /// knows.
    var isWanted: Bool

    init(path: String, size: Int, digest: [UInt8]) {
        self.path = path
        self.size = size
        self.digest = digest.hexadecimal
        id = FileRecord.id(of: path)
        isWanted = true
    }

    static func id(of path: String) -> Identifier<FileRecord> {
        Identifier(SHA256.digest(Array("file \(path)".utf8)).prefix(32).letters)
    }

    package static let collection = RecordCollection<FileRecord>(OwnCollections.files)
}
