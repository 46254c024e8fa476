import Backup
import FileStore
import Files
import Kernel

/// A writer of the archive that `BackupReader` reads.
struct BackupWriter {
    struct Part {
        let path: [String]
        let file: RegularFile
        let time: Int
    }

    /// Returns the files of some folders in order, and the items that are left out because they are
    /// not files.
    static func parts(of folders: [DataFolder], in directory: String) throws -> (parts: [[String]], left: [String]) {
        var (paths, leftOutItems): ([[String]], [String]) = ([], [])
        func visit(_ path: [String]) throws {
            let folder: Folder
            do { folder = try Folder.open(directory, path[...], making: false) } catch FileError.missing { return }
            for name in try folder.names() {
                let childPath = path + [name]
                if !BackupFormat.isSafe(name) {
                    leftOutItems.append(childPath.joined(separator: "/"))
                } else if folder.metadata(of: name) != nil {
                    paths.append(childPath)
                } else if (try? Folder.open(directory, childPath[...], making: false)) != nil {
                    try visit(childPath)
                } else {
                    leftOutItems.append(childPath.joined(separator: "/"))
                }
            }
        }
        for folder in folders {
            try visit([folder.name])
            paths.removeAll { $0.count == 2 && $0[0] == folder.name && folder.deviceLocalFiles.contains($0[1]) }
        }
        return (paths, leftOutItems)
    }

    /// Returns the checksum of a file as the backup's list contains it.
    ///
    /// - Throws: `FileError`.
    static func sum(of path: [String], in directory: String) throws -> String {
        let file = try Folder.open(directory, path.dropLast(), making: false).openFile(path[path.count - 1])
        var hash = SHA256()
        try forEachPiece(of: file) { hash.add($0) }
        return hash.digest.hexadecimal
    }

    private static func forEachPiece(of file: RegularFile, _ visit: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while offset < file.size {
            let piece = try file.bytes(at: offset, count: min(1 << 18, file.size - offset))
            try visit(piece)
            offset += piece.count
        }
    }

    private var tar: TarWriter
    /// The lines of the list of checksums.
    private var sums: [String] = []
    private let time: Int
    private(set) var bytes = 0

    init(at time: Instant, _ write: @escaping ([UInt8]) throws -> Void) {
        tar = TarWriter(write)
        self.time = Int(time.milliseconds / 1000)
    }

    /// Writes the description of the backup and its records.
    mutating func begin(
        _ head: BackupDescription, _ measure: LogText.Measure,
        _ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void
    ) throws {
        try add(BackupFormat.head, JSONValue.encoder.encode(head) + [10])
        try tar.begin(TarEntry("\(BackupFormat.root)/\(BackupFormat.log)", size: measure.size, time: time))
        let log = Log(tar: tar)
        try LogText.write(measure, forEach) { try log.add($0) }
        tar = log.tar
        sums.append("\(log.hash.digest.hexadecimal)  \(BackupFormat.log)")
    }

    /// An archive entry that is written and hashed piece by piece.
    private final class Log {
        var tar: TarWriter
        var hash = SHA256()

        init(tar: TarWriter) { self.tar = tar }

        func add(_ bytes: [UInt8]) throws {
            hash.add(bytes)
            try tar.add(bytes)
        }
    }

    private mutating func add(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        sums.append("\(SHA256.digest(bytes).hexadecimal)  \(name)")
        try tar.add("\(BackupFormat.root)/\(name)", bytes, time: time)
    }

    /// Adds a file of a directory.
    ///
    /// - Throws: `FileError`, also if the file has become shorter meanwhile.
    mutating func add(_ path: [String], of directory: String) throws {
        let file = try Folder.open(directory, path.dropLast(), making: false).openFile(path[path.count - 1])
        let name = path.joined(separator: "/")
        try tar.begin(TarEntry("\(BackupFormat.root)/\(name)", size: file.size, time: time))
        var hash = SHA256()
        try BackupWriter.forEachPiece(of: file) {
            hash.add($0)
            try tar.add($0)
        }
        sums.append("\(hash.digest.hexadecimal)  \(name)")
        bytes += file.size
    }

    /// Writes the list of checksums and ends the archive.
    mutating func finish() throws {
        let text = sums.map { $0 + "\n" }.joined()
        try tar.add("\(BackupFormat.root)/\(BackupFormat.sums)", Array(text.utf8), time: time)
        try tar.finish()
    }
}
