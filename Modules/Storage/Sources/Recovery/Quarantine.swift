import Kernel

/// The folder of a store where bytes go that were never acknowledged, or could not be read. Nothing is ever removed from it.
struct Quarantine {
    private let directory: StoreDirectory

    init(in directory: StoreDirectory) { self.directory = directory }

    /// Copies a stretch of a log.
    ///
    /// - Returns: the copy's path.
    func keep(_ log: DiskFile, of generation: Int, from offset: Int, to size: Int) throws -> String {
        guard let folder = try directory.subdirectory("quarantine", mayMake: true) else {
            throw Failure.disk("make", "quarantine", Int(ENOENT))
        }
        let taken = Set(folder.names())
        let names = (0...taken.count).map { "log-\(generation)-at-\(offset)\($0 == 0 ? "" : "-\($0)").bytes" }
        let name = names.first { !taken.contains($0) } ?? "log-\(generation)-at-\(offset).bytes"
        let copy = try folder.existing(name, flags: O_RDWR | O_CREAT | O_EXCL)
        var place = offset
        while place < size {
            let bytes = try log.read(min(1 << 20, size - place), at: place)
            guard !bytes.isEmpty else { break }
            try copy.write(bytes, at: place - offset)
            place += bytes.count
        }
        try copy.sync()
        try folder.sync()
        return copy.path
    }

    /// What lies there: a path each.
    func paths() throws -> [String] {
        guard let folder = try directory.subdirectory("quarantine", mayMake: false) else { return [] }
        return folder.names().map { "\(folder.path)/\($0)" }
    }
}
