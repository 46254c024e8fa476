import DiskKit
import Kernel

/// The folder of a store for bytes that were unacknowledged or unreadable. Old contents expire
/// (`RetiredFiles`).
struct Quarantine {
    private let directory: StoreDirectory

    init(in directory: StoreDirectory) { self.directory = directory }

    /// Copies a range of a log.
    ///
    /// - Returns: the copy's path.
    func keep(_ log: DiskFile, of generation: Int, from offset: Int, to size: Int) throws -> String {
        try keep(log, as: (name: "log-\(generation)-at-\(offset)", kind: ".bytes"), from: offset, to: size)
    }

    /// Copies a log from its beginning under a descriptive name.
    @discardableResult
    func keep(_ log: DiskFile, as name: (name: String, kind: String), from offset: Int = 0, to size: Int) throws
        -> String
    {
        guard let folder = try directory.subdirectory("quarantine", createsIfMissing: true) else {
            throw Failure.disk("make", "quarantine", Int(ENOENT))
        }
        let existingNames = Set(folder.names())
        let names = (0...existingNames.count).map { "\(name.name)\($0 == 0 ? "" : "-\($0)")\(name.kind)" }
        let unusedName = names.first { !existingNames.contains($0) } ?? "\(name.name)\(name.kind)"
        let copy = try folder.existing(unusedName, flags: O_RDWR | O_CREAT | O_EXCL)
        var position = offset
        while position < size {
            let bytes = try log.read(min(1 << 20, size - position), at: position)
            guard !bytes.isEmpty else { break }
            try copy.write(bytes, at: position - offset)
            position += bytes.count
        }
        try copy.sync()
        try folder.sync()
        return copy.path
    }

    /// Returns the paths of the contents.
    func paths() throws -> [String] {
        guard let folder = try directory.subdirectory("quarantine", createsIfMissing: false) else { return [] }
        return folder.names().map { "\(folder.path)/\($0)" }
    }
}
