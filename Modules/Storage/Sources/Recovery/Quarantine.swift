import Kernel

/// The folder of a store where bytes go that were never acknowledged, or could not be read. What is old leaves (`Attic`).
struct Quarantine {
    private let directory: StoreDirectory

    init(in directory: StoreDirectory) { self.directory = directory }

    /// Copies a stretch of a log.
    ///
    /// - Returns: the copy's path.
    func keep(_ log: DiskFile, of generation: Int, from offset: Int, to size: Int) throws -> String {
        try keep(log, as: (name: "log-\(generation)-at-\(offset)", kind: ".bytes"), from: offset, to: size)
    }

    /// Copies a log from its beginning on, under a name that tells what it is.
    @discardableResult
    func keep(_ log: DiskFile, as name: (name: String, kind: String), from offset: Int = 0, to size: Int) throws -> String {
        guard let folder = try directory.subdirectory("quarantine", mayMake: true) else {
            throw Failure.disk("make", "quarantine", Int(ENOENT))
        }
        let taken = Set(folder.names())
        let names = (0...taken.count).map { "\(name.name)\($0 == 0 ? "" : "-\($0)")\(name.kind)" }
        let free = names.first { !taken.contains($0) } ?? "\(name.name)\(name.kind)"
        let copy = try folder.existing(free, flags: O_RDWR | O_CREAT | O_EXCL)
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
