import Kernel

/// What a backup is: a tar archive with the records as the text of a log, the files of plugins as files, what it says of itself, and a
/// SHA-256 of everything in the form that `sha256sum -c` reads.
enum BackupForm {
    /// Everything lies in this folder of the archive.
    static let root = "backup"
    static let head = "backup.json"
    static let log = "log.jsonl"
    static let sums = "SHA256SUMS"

    static let format = "commonplace-backup"
    static let version = 1

    /// How large the parts may be that are held in memory, and the files that are not.
    static let limits = [head: 1 << 20, sums: 1 << 27, log: 1 << 40]
    static let longestFile = 1 << 33
    static let mostEntries = 1 << 21

    /// Whether a name can lie in a folder of ours: nothing hidden, nothing that leads elsewhere.
    static func isSafe(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
            && name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "/" && $0 != "\\" }
    }

    static func hex(_ digest: [UInt8]) -> String { digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

/// What a backup says of itself.
struct BackupHead: Codable, Sendable {
    var format = BackupForm.format
    var version = BackupForm.version
    /// Whose it is: `grain`.
    let app: String
    /// When it was made.
    let made: Instant
    /// How many records people see.
    let records: Int
    /// What was missing when it was made, in sentences.
    let missing: [String]
}
