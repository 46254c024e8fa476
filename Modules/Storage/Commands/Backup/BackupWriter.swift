import Files
import Kernel
import Storage

/// Writes a backup from front to end.
struct BackupWriter {
    /// A file that goes along.
    struct Part {
        let path: [String]
        let file: RegularFile
        let time: Int
    }

    /// What lies in some folders of a directory: files in order, and what is no file and stays behind.
    static func parts(of folders: [DataFolder], in directory: String) throws -> (parts: [[String]], left: [String]) {
        var (found, left): ([[String]], [String]) = ([], [])
        func visit(_ path: [String]) throws {
            let folder: Folder
            do { folder = try Folder.open(directory, path[...], making: false) } catch FileTrouble.missing { return }
            for name in try folder.names() {
                let inside = path + [name]
                if !BackupForm.isSafe(name) {
                    left.append(inside.joined(separator: "/"))
                } else if folder.facts(of: name) != nil {
                    found.append(inside)
                } else if (try? Folder.open(directory, inside[...], making: false)) != nil {
                    try visit(inside)
                } else {
                    left.append(inside.joined(separator: "/"))
                }
            }
        }
        for folder in folders {
            try visit([folder.name])
            found.removeAll { $0.count == 2 && $0[0] == folder.name && folder.ownNotes.contains($0[1]) }
        }
        return (found, left)
    }

    /// The sum of a file, as the list of a backup has it.
    ///
    /// - Throws: `FileTrouble`.
    static func sum(of path: [String], in directory: String) throws -> String {
        let file = try Folder.open(directory, path.dropLast(), making: false).openFile(path[path.count - 1])
        var sum = SHA256()
        try eachPiece(of: file) { sum.add($0) }
        return BackupForm.hex(sum.digest)
    }

    private static func eachPiece(of file: RegularFile, _ take: ([UInt8]) throws -> Void) throws {
        var place = 0
        while place < file.size {
            let piece = try file.bytes(at: place, count: min(1 << 18, file.size - place))
            try take(piece)
            place += piece.count
        }
    }

    private var tar: TarWriter
    private var sums: [String] = []
    private let time: Int
    private(set) var bytes = 0

    init(at time: Instant, _ write: @escaping ([UInt8]) throws -> Void) {
        (tar, self.time) = (TarWriter(write), Int(time.milliseconds / 1000))
    }

    /// What the backup says of itself, and its records.
    mutating func begin(
        _ head: BackupHead, _ measure: LogText.Measure, _ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void
    ) throws {
        try add(BackupForm.head, JSONValue.encoder.encode(head) + [10])
        try tar.begin(TarEntry("\(BackupForm.root)/\(BackupForm.log)", size: measure.size, time: time))
        let log = Log(tar: tar)
        try LogText.write(measure, forEach) { try log.add($0) }
        tar = log.tar
        sums.append("\(BackupForm.hex(log.sum.digest))  \(BackupForm.log)")
    }

    /// The records on their way into the archive.
    private final class Log {
        var tar: TarWriter
        var sum = SHA256()

        init(tar: TarWriter) { self.tar = tar }

        func add(_ bytes: [UInt8]) throws {
            sum.add(bytes)
            try tar.add(bytes)
        }
    }

    private mutating func add(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        sums.append("\(BackupForm.hex(SHA256.digest(bytes)))  \(name)")
        try tar.add("\(BackupForm.root)/\(name)", bytes, time: time)
    }

    /// A file of a directory.
    ///
    /// - Throws: `FileTrouble`, also when it became shorter meanwhile.
    mutating func add(_ path: [String], of directory: String) throws {
        let file = try Folder.open(directory, path.dropLast(), making: false).openFile(path[path.count - 1])
        let name = path.joined(separator: "/")
        try tar.begin(TarEntry("\(BackupForm.root)/\(name)", size: file.size, time: time))
        var sum = SHA256()
        try BackupWriter.eachPiece(of: file) {
            sum.add($0)
            try tar.add($0)
        }
        sums.append("\(BackupForm.hex(sum.digest))  \(name)")
        bytes += file.size
    }

    /// The sums of everything, and the end of the archive.
    mutating func finish() throws {
        let text = sums.map { $0 + "\n" }.joined()
        try tar.add("\(BackupForm.root)/\(BackupForm.sums)", Array(text.utf8), time: time)
        try tar.finish()
    }
}
