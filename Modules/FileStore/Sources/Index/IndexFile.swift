import DiskKit
import Kernel

/// The files that index a log, each a sorted run that is searched in place.
///
/// They are a cache. If one is wrong or missing, it is written again from the log.
///
/// The first covers the log from its beginning, and the name of each further one contains its
/// start. New records therefore need only a small new file, and small files are merged.
///
/// Opening reads their directories, and a query reads single pages. They are read instead of
/// mapped, because a bad sector then causes an error instead of a crash.
enum IndexFile {
    /// Returns the name of an index file.
    ///
    /// - Parameter start: the offset in the log where it begins.
    static func name(of generation: Int, from start: Int = 0) -> String {
        start == 0 ? "index-\(generation).bin" : "index-\(generation)-\(start).bin"
    }

    /// Returns the generation of an index file, or nil for any other file.
    static func generation(of name: String) -> Int? {
        guard name.hasPrefix("index-"), name.hasSuffix(".bin") else { return nil }
        return Int(name.dropFirst(6).dropLast(4).prefix { $0 != "-" })
    }

    /// Removes the index files of a generation.
    static func remove(of generation: Int, in directory: StoreDirectory) throws {
        // The first one goes first, because the others are invalid without it.
        try directory.remove(name(of: generation))
        for name in names(of: generation, in: directory) { try directory.remove(name) }
    }

    static func names(of generation: Int, in directory: StoreDirectory) -> [String] {
        directory.names().filter { self.generation(of: $0) == generation }
    }

    // MARK: - Reading

    private static let greatestCount = 4096

    /// Returns the indexed contents of a log, or nil without a usable index file. The rest of the
    /// log follows them.
    static func runs(of log: Log, in directory: StoreDirectory) throws -> Runs? {
        guard let generation = log.header?.generation else { return nil }
        var runs = Runs()
        var nextStart = 0
        let cache = PageCache()
        let size = try log.file.size()
        for _ in 0..<greatestCount {
            guard let file = try? directory.open(name(of: generation, from: nextStart), flags: O_RDONLY),
                let run = RunReader.read(file, of: log, after: runs.latest, cache), let position = run.position,
                position.end <= size, try position.isFound(in: log)
            else { break }
            runs.add(run)
            // A run with only computed values ends at its start and is the last.
            guard position.end > nextStart else { break }
            nextStart = position.end
        }
        guard let position = runs.latest?.position else { return nil }
        log.resume(after: position)
        return runs
    }

    // MARK: - Writing

    /// Writes a run. Its end is not synced, and a power failure makes it detectably invalid.
    ///
    /// - Parameter syncsInChunks: whether it is synced during the write.
    /// - Returns: the opened run, or nil if another process is writing or no line can mark its end.
    private static func write(
        of log: Log, from start: Int, after previous: LineMark?, in directory: StoreDirectory,
        syncsInChunks: Bool = false,
        _ fill: (inout RunWriter) throws -> Void
    ) throws -> DiskFile? {
        guard let position = try log.position() else { return nil }
        let name = name(of: position.generation, from: start)
        let draftName = "\(name).new"
        let draft = try directory.existing(draftName, flags: O_RDWR | O_CREAT)
        guard try draft.tryLock(), directory.refersTo(draft, as: draftName) else { return nil }
        do {
            try draft.truncate(to: 0)
            var writer = RunWriter(draft, from: start, after: previous, to: position, syncsInChunks: syncsInChunks)
            try fill(&writer)
            try directory.renameWithoutSync(draftName, to: name)
            draft.unlock()
            return draft
        } catch {
            // On a full disk, the draft would only take space.
            try? directory.remove(draftName)
            throw error
        }
    }

    /// Writes the collected index of a whole log and returns it as a file, or in memory if it
    /// cannot be written.
    ///
    /// The file is synced here, so that a later sync need not do it while other processes wait.
    static func run(_ builder: RunBuilder, of log: Log, in directory: StoreDirectory, isWritten: Bool) throws -> Run {
        if isWritten {
            let file = try? write(of: log, from: 0, after: nil, in: directory, syncsInChunks: true) {
                try builder.write(into: &$0)
            }
            try? file?.sync()
            if let file, let run = RunReader.read(file, of: log, after: nil) { return run }
        }
        return try builder.run(of: log)
    }

    /// Writes the unindexed rows of the tables as a run, merged with the file runs that are no
    /// longer than it.
    ///
    /// - Returns: false if another process is writing.
    static func writeUnindexedRows(_ tables: Tables, of log: Log, in directory: StoreDirectory) throws -> Bool {
        let unindexed = try UnindexedRows(tables, spill: Spill(in: directory, of: log.header?.generation ?? 0))
        let merged = unindexed.merged
        let lowerPosition = tables.runs.all.dropFirst(merged.count).first?.position
        let previous = lowerPosition.map { LineMark(offset: $0.lastLine, checksum: $0.checksum) }
        let start = lowerPosition?.end ?? 0
        guard try write(of: log, from: start, after: previous, in: directory, { try unindexed.write(into: &$0) }) != nil
        else { return false }
        for run in merged where run.source.isFile && run.start > start {
            try directory.remove(name(of: log.header?.generation ?? 0, from: run.start))
        }
        return true
    }
}
