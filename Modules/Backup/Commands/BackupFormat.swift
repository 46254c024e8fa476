import Kernel

/// The format of a backup: a tar archive of records, files and checksums.
///
/// The records are the text of a log. `SHA256SUMS` has the format of `sha256sum -c`.
enum BackupFormat {
    /// The folder that contains everything else.
    static let root = "backup"
    /// The description of the backup.
    static let head = "backup.json"
    /// The records.
    static let log = "log.jsonl"
    /// The list of checksums.
    static let sums = "SHA256SUMS"

    static let format = "commonplace-backup"
    static let version = 1

    /// The greatest sizes in bytes of the backup's own parts.
    static let limits = [head: 1 << 20, sums: 1 << 27, log: 1 << 40]
    /// The greatest size of a file in bytes.
    static let longestFile = 1 << 33
    /// The greatest number of entries of an archive.
    static let mostEntries = 1 << 21

    /// Whether a name is visible and cannot lead out of its folder.
    static func isSafe(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
            && name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "/" && $0 != "\\" }
    }
}

/// The description that a backup contains of itself.
struct BackupDescription: Codable, Sendable {
    var format = BackupFormat.format
    var version = BackupFormat.version
    /// The app that made it, for example `grain`.
    let app: String
    let made: Instant
    /// The number of records that a person sees.
    let records: Int
    /// A sentence for each thing that was missing when the backup was made.
    let missing: [String]
}
