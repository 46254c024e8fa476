import Kernel

/// The file beside a log that spares its reading: what an image holds, and up to where in the log it speaks. A cache: wrong or missing, it is
/// made anew, and nothing is ever asked of it that the log could not answer.
///
/// Opening reads its directory; a table, and each index of it, is read and verified when somebody asks. Read rather than mapped: a bad sector
/// is an error then and not the end of the program.
enum IndexFile {
    static let format = 3

    static func name(of generation: Int) -> String { "index-\(generation).bin" }

    // MARK: - Reading

    /// The tables that a log holds up to where its index file speaks; the log goes on behind. Nil when there is no index that can be used.
    static func tables(of log: Log, in directory: StoreDirectory) throws -> Tables<FileRow>? {
        guard let generation = log.header?.generation,
            let file = try? directory.open(name(of: generation), flags: O_RDONLY),
            let (position, tombstones, tables) = IndexReader.read(file, of: log), position.end <= (try log.file.size()),
            try position.isFound(in: log)
        else { return nil }
        log.resume(behind: position)
        return Tables(over: tables, tombstones: tombstones)
    }

    // MARK: - Writing

    /// Writes what the tables of a log hold. Not synced: after a power cut it is found to be wrong.
    ///
    /// - Returns: whether it was done; false when another process is at it.
    static func write(_ tables: Tables<FileRow>, of log: Log, in directory: StoreDirectory) throws -> Bool {
        guard let position = try log.position() else { return false }
        let name = name(of: position.generation)
        let draftName = "\(name).new"
        let draft = try directory.existing(draftName, flags: O_RDWR | O_CREAT)
        guard try draft.tryLock(), try directory.holds(draft, as: draftName) else { return false }
        do {
            try draft.truncate(to: 0)
            var writer = IndexWriter(draft)
            for table in tables.unread.values { try writer.copy(table) }
            for (name, table) in tables.present {
                if let image = try table.settled(as: name, log) { try writer.add(image) }
            }
            try writer.finish(position, tables.tombstones)
            try directory.exchange(draftName, to: name)
        } catch {
            // On a disk that is full it would only be in the way.
            try? directory.remove(draftName)
            throw error
        }
        return true
    }
}
